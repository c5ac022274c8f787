//! The weather.

use serde_json::{Value, json};

use super::{Agent, distinct, greatest};

pub(super) fn solve(agent: &mut Agent) {
    let cities = distinct(agent.named("get_weather", "city"));
    let dates = agent.text.dates();
    let days = agent.text.number_before("days");
    let station = agent.text.ids("ST-");
    if let [station] = station.as_slice() {
        agent.call(
            "read_station",
            json!({"station_id": station, "date": dates[0]}),
        );
    } else if let Some(limit) = agent.text.number_before("mm") {
        let rain = weather(agent, &cities[0], &dates[0])["rain_mm"].as_f64();
        if rain > Some(limit as f64) {
            forecast(agent, &cities[1], &dates[0], days);
        } else {
            read(agent, &cities[0], &dates[0]);
        }
    } else if let Some(limit) = agent.text.number_before("degrees") {
        let high = weather(agent, &cities[0], &dates[0])["high_c"].as_f64();
        if high > Some(limit as f64) {
            agent.call("find_station", json!({"city": cities[0]}));
        } else {
            forecast(agent, &cities[0], &dates[0], days);
        }
    } else if let [city] = cities.as_slice() {
        one_city(agent, city, &dates, days);
    } else {
        let seen: Vec<Value> = cities
            .iter()
            .map(|city| weather(agent, city, &dates[0]))
            .collect();
        if days.is_some() {
            let warmer = greatest(&seen, "high_c")["city"].as_str().unwrap();
            forecast(agent, warmer, &dates[0], days);
        }
    }
}

fn one_city(agent: &mut Agent, city: &str, dates: &[String], days: Option<i64>) {
    if days.is_none() {
        if agent.text.says("station") {
            read(agent, city, &dates[0]);
        } else {
            for date in dates {
                weather(agent, city, date);
            }
        }
        return;
    }
    let seen = forecast(agent, city, &dates[0], days);
    let by = if agent.text.says("windiest") {
        "wind_kmh"
    } else {
        "high_c"
    };
    let peak = greatest(seen["days"].as_array().unwrap(), by)["date"]
        .as_str()
        .unwrap()
        .to_owned();
    if agent.text.says("station") {
        read(agent, city, &peak);
    } else if agent.text.says("windiest") || agent.text.says("warmest") {
        weather(agent, city, &peak);
    }
}

fn weather(agent: &mut Agent, city: &str, date: &str) -> Value {
    agent.call("get_weather", json!({"city": city, "date": date}))
}

fn forecast(agent: &mut Agent, city: &str, start: &str, days: Option<i64>) -> Value {
    agent.call(
        "get_forecast",
        json!({"city": city, "start": start, "days": days.unwrap()}),
    )
}

fn read(agent: &mut Agent, city: &str, date: &str) {
    let found = agent.call("find_station", json!({"city": city}));
    agent.call(
        "read_station",
        json!({"station_id": found["station_id"], "date": date}),
    );
}
