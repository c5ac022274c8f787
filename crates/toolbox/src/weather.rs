//! The weather of cities and days, and of the stations beside the cities.

use std::sync::LazyLock;

use faultline_core::{Date, Property, Schema, Stream, ToolSpec};
use serde_json::{Value, json};

use crate::{
    CallError,
    world::{Arguments, FIRST_DAY, LAST_DAY, place_of, refused, spec, tenths},
};

/// The cities, four of a country together, with the usual high of the first day in degrees.
const CLIMATE: [(&str, u8); 24] = [
    ("London", 11),
    ("Manchester", 10),
    ("Bristol", 12),
    ("Leeds", 9),
    ("Madrid", 17),
    ("Seville", 21),
    ("Valencia", 19),
    ("Bilbao", 15),
    ("Hamburg", 9),
    ("Munich", 10),
    ("Cologne", 11),
    ("Dresden", 8),
    ("Osaka", 14),
    ("Kyoto", 13),
    ("Sapporo", 5),
    ("Nagoya", 15),
    ("Toronto", 6),
    ("Montreal", 4),
    ("Calgary", 5),
    ("Halifax", 7),
    ("Recife", 30),
    ("Curitiba", 24),
    ("Salvador", 29),
    ("Manaus", 31),
];

/// The cities whose weather is known; each four are of one country.
pub const CITIES: [&str; CLIMATE.len()] = {
    let mut names = [""; CLIMATE.len()];
    let mut place = 0;
    while place < names.len() {
        names[place] = CLIMATE[place].0;
        place += 1;
    }
    names
};

/// The number of the first station; the others follow it.
pub const FIRST_STATION: u16 = 201;

/// The weather, which follows from the seed, the city and the day.
#[derive(Clone, Debug)]
pub(crate) struct Weather {
    seed: u64,
    /// The city of each station.
    stations: Vec<usize>,
}

/// The weather of a day.
struct Day {
    high: i64,
    low: i64,
    rain: i64,
    wind: u64,
    humidity: u64,
    condition: &'static str,
}

impl Weather {
    pub(crate) fn new(seed: u64) -> Self {
        let mut stations: Vec<usize> = (0..CITIES.len()).collect();
        Stream::named("toolbox/weather/stations", &[seed]).shuffle(&mut stations);
        Self { seed, stations }
    }

    pub(crate) fn tools() -> &'static [ToolSpec] {
        static TOOLS: LazyLock<Vec<ToolSpec>> = LazyLock::new(|| {
            let city = || Property::choice(CITIES).described("The city.");
            let date = |what: &str| Property::date(FIRST_DAY, LAST_DAY).described(what);
            vec![
                spec(
                    "get_weather",
                    "Returns the weather of one city on one day: condition, high and low in degrees Celsius, rain in millimetres, wind in km/h, humidity in percent.",
                    Schema::object([("city", city()), ("date", date("The day."))]),
                ),
                spec(
                    "get_forecast",
                    "Returns high, rain and wind of one city for each of several days in a row.",
                    Schema::object([
                        ("city", city()),
                        ("start", date("The first of the days.")),
                        (
                            "days",
                            Property::integer(2, 7).described("How many days, the first included."),
                        ),
                    ]),
                ),
                spec(
                    "find_station",
                    "Returns the id of the weather station of a city and how far from the city it is.",
                    Schema::object([("city", city())]),
                ),
                spec(
                    "read_station",
                    "Returns what a weather station measured on one day: air pressure in hPa, visibility in km, dew point in degrees Celsius.",
                    Schema::object([
                        (
                            "station_id",
                            Property::id("ST-", 3).described("The station, such as ST-201."),
                        ),
                        ("date", date("The day.")),
                    ]),
                ),
            ]
        });
        &TOOLS
    }

    pub(crate) fn run(&self, tool: &str, arguments: &Arguments<'_>) -> Result<Value, CallError> {
        let name = arguments.text("city");
        // The schema knows these cities only.
        let city = CITIES.iter().position(|city| *city == name).unwrap_or(0);
        match tool {
            "get_weather" => {
                let date = arguments.date("date");
                let day = self.day(city, date);
                Ok(json!({
                    "city": name, "date": date.to_string(), "condition": day.condition,
                    "high_c": tenths(day.high), "low_c": tenths(day.low), "rain_mm": tenths(day.rain),
                    "wind_kmh": day.wind, "humidity_percent": day.humidity,
                }))
            }
            "get_forecast" => self.forecast(city, arguments),
            "find_station" => {
                let station = self.stations.iter().position(|other| *other == city);
                let mut draws = self.draws("toolbox/weather/distance", city, 0);
                Ok(json!({
                    "city": name, "station_id": station_id(station.unwrap_or(0)),
                    "distance_km": tenths(11 + below(&mut draws, 280)),
                }))
            }
            _ => self.reading(arguments),
        }
    }

    fn forecast(&self, city: usize, arguments: &Arguments<'_>) -> Result<Value, CallError> {
        let start = arguments.date("start");
        let days = i32::try_from(arguments.integer("days")).unwrap_or(2);
        if start.plus(days - 1) > LAST_DAY {
            return Err(refused(
                "days",
                format!("{days} days from {start} end after the last day, {LAST_DAY}"),
            ));
        }
        let days: Vec<Value> = (0..days)
            .map(|later| {
                let date = start.plus(later);
                let day = self.day(city, date);
                json!({
                    "date": date.to_string(), "high_c": tenths(day.high), "rain_mm": tenths(day.rain),
                    "wind_kmh": day.wind,
                })
            })
            .collect();
        Ok(json!({"city": CITIES[city], "start": start.to_string(), "days": days}))
    }

    fn reading(&self, arguments: &Arguments<'_>) -> Result<Value, CallError> {
        let id = arguments.text("station_id");
        let place = usize::from(arguments.id("station_id").wrapping_sub(FIRST_STATION));
        let Some(city) = self.stations.get(place) else {
            return Err(refused("station_id", format!("no station has the id {id}")));
        };
        let date = arguments.date("date");
        let mut draws = self.draws("toolbox/weather/reading", *city, place_of(date));
        Ok(json!({
            "station_id": id, "date": date.to_string(),
            "pressure_hpa": tenths(9_801 + below(&mut draws, 520)),
            "visibility_km": tenths(8 + below(&mut draws, 480)),
            "dew_point_c": tenths(1 + below(&mut draws, 160)),
        }))
    }

    fn day(&self, city: usize, date: Date) -> Day {
        let mut draws = self.draws("toolbox/weather/day", city, place_of(date));
        // It grows warmer by one degree a week, but for the tropics.
        let usual = i64::from(CLIMATE[city].1) * 10;
        let season = i64::try_from(place_of(date)).unwrap_or(0) * 10 / 7;
        let high = usual + if usual < 220 { season } else { 0 } + below(&mut draws, 91) - 45;
        let low = (high - 31 - below(&mut draws, 70)).max(1);
        let rain = match draws.below(20) {
            0..9 => 0,
            9..14 => 1 + below(&mut draws, 29),
            14..18 => 30 + below(&mut draws, 90),
            _ => 120 + below(&mut draws, 200),
        };
        let dry = ["sunny", "partly cloudy", "overcast"];
        let condition = match rain {
            0 => draws.pick(&dry).copied().unwrap_or("sunny"),
            1..30 => "light rain",
            30..120 => "rain",
            _ => "heavy rain",
        };
        Day {
            high,
            low,
            rain,
            wind: 3 + draws.below(58),
            humidity: 35 + draws.below(30) + if rain > 0 { 30 } else { 0 },
            condition,
        }
    }

    fn draws(&self, what: &str, city: usize, place: u64) -> Stream {
        Stream::named(what, &[self.seed, city as u64, place])
    }
}

fn below(draws: &mut Stream, bound: u64) -> i64 {
    i64::try_from(draws.below(bound)).unwrap_or(0)
}

fn station_id(place: usize) -> String {
    format!("ST-{}", usize::from(FIRST_STATION) + place)
}
