//! Figures as Vega-Lite, for notebooks and other programs that draw it.

use serde_json::{Value, json};

use crate::{Figure, FigureKind, Role};

impl Figure {
    /// The figure as a Vega-Lite 5 specification with its data inside. Undefined values are null, their reasons in `note`.
    pub fn to_vega_lite(&self) -> Value {
        let series = self.series.iter();
        let values: Vec<Value> = series
            .flat_map(|series| {
                series.marks.iter().map(|mark| {
                    json!({
                        "panel": series.panel, "series": series.label, "role": series.role,
                        "x": mark.x, "label": mark.label, "y": mark.y, "lo": mark.lo, "hi": mark.hi, "n": mark.n, "note": mark.note,
                    })
                })
            })
            .collect();
        let mut spec = json!({
            "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
            "title": { "text": self.title, "subtitle": self.reads_as },
            "description": self.method,
            "data": { "values": values },
        });
        let layers = self.layers();
        if self.series.iter().any(|series| !series.panel.is_empty()) {
            spec["facet"] =
                json!({ "field": "panel", "type": "nominal", "title": null, "sort": null });
            spec["columns"] = json!(2);
            spec["spec"] = json!({ "layer": layers });
        } else {
            spec["layer"] = json!(layers);
        }
        spec
    }

    fn layers(&self) -> Vec<Value> {
        // On which channel the value stands, and where the end of its interval does.
        let (value, end) = match self.kind {
            FigureKind::Curve | FigureKind::Bars | FigureKind::Scatter => ("y", "y2"),
            FigureKind::Interval | FigureKind::Strip => ("x", "x2"),
            FigureKind::Heatmap | FigureKind::Flow => return self.cells(),
        };
        let along = self.along();
        let with = |mark: Value, own: Value| {
            let mut encoding = json!({ "color": self.colour(), "tooltip": tooltip() });
            for part in [&along, &own] {
                for (channel, definition) in part.as_object().into_iter().flatten() {
                    encoding[channel] = definition.clone();
                }
            }
            json!({ "mark": mark, "encoding": encoding })
        };
        let axis = |field: &str| json!({ "field": field, "type": "quantitative", "title": self.value_title(), "scale": self.value_scale() });
        let interval = with(
            json!({ "type": "rule" }),
            json!({ value: axis("lo"), end: { "field": "hi" } }),
        );
        let marks = |kind: &str| {
            with(
                json!({ "type": kind, "filled": true }),
                json!({ value: axis("y") }),
            )
        };
        let mut layers = match self.kind {
            FigureKind::Curve => vec![
                with(json!({ "type": "line" }), json!({ value: axis("y") })),
                interval,
                marks("point"),
            ],
            FigureKind::Bars => vec![marks("bar"), interval],
            // Cells have left above.
            _ => vec![interval, marks("point")],
        };
        if let Some((at, name)) = &self.reference {
            layers.push(json!({
                "mark": { "type": "rule", "strokeDash": [5, 4], "tooltip": name },
                "encoding": { value: { "datum": at } },
            }));
        }
        layers
    }

    /// Cells with their values in them. Bands are cells too, from the row to the column: Vega-Lite has no form of its own for them.
    fn cells(&self) -> Vec<Value> {
        let along = self.along();
        let layer = |mark: Value, own: Value| {
            let mut encoding = json!({ "tooltip": tooltip() });
            for part in [&along, &own] {
                for (channel, definition) in part.as_object().into_iter().flatten() {
                    encoding[channel] = definition.clone();
                }
            }
            json!({ "mark": mark, "encoding": encoding })
        };
        let shade = json!({
            "field": "y", "type": "quantitative", "title": self.value_title(),
            "scale": { "domain": self.y_range.map_or(json!("unaggregated"), |(lo, hi)| json!([lo, hi])), "scheme": "greens" },
        });
        let digits = if self.kind == FigureKind::Flow {
            ".0f"
        } else {
            ".3f"
        };
        vec![
            layer(json!({ "type": "rect" }), json!({ "color": shade })),
            layer(
                json!({ "type": "text" }),
                json!({ "text": { "field": "y", "type": "quantitative", "format": digits } }),
            ),
        ]
    }

    /// The channels that say which mark it is.
    fn along(&self) -> Value {
        let shape = json!({ "field": "role", "type": "nominal", "legend": null });
        match self.kind {
            FigureKind::Curve | FigureKind::Scatter => {
                json!({ "x": { "field": "x", "type": "quantitative", "title": self.x_label } })
            }
            FigureKind::Bars => json!({
                "x": { "field": self.name_field(), "type": "nominal", "sort": null, "title": self.x_label },
                "xOffset": { "field": "series", "type": "nominal", "sort": null },
            }),
            FigureKind::Interval => json!({
                "y": { "field": self.name_field(), "type": "nominal", "sort": null, "title": null },
                "yOffset": { "field": "series", "type": "nominal", "sort": null },
                "shape": shape,
            }),
            FigureKind::Strip => json!({
                "y": { "field": "series", "type": "nominal", "sort": null, "title": null },
                "shape": shape,
            }),
            FigureKind::Heatmap | FigureKind::Flow => json!({
                "x": { "field": self.name_field(), "type": "nominal", "sort": null, "title": self.x_label },
                "y": { "field": "series", "type": "nominal", "sort": null, "title": null },
            }),
        }
    }

    /// Marks are told apart by name where they have one.
    fn name_field(&self) -> &'static str {
        let mut marks = self.series.iter().flat_map(|series| &series.marks);
        if marks.any(|mark| !mark.label.is_empty()) {
            "label"
        } else {
            "x"
        }
    }

    fn value_title(&self) -> &str {
        if self.y_label.is_empty() {
            &self.x_label
        } else {
            &self.y_label
        }
    }

    fn value_scale(&self) -> Value {
        let zero = self.kind == FigureKind::Bars;
        match self.y_range {
            Some((lo, hi)) => json!({ "domain": [lo, hi] }),
            None => json!({ "zero": zero }),
        }
    }

    /// The colour of each series by its role, so that it means the same in every figure.
    fn colour(&self) -> Value {
        let mut known: Vec<(&str, &str)> = Vec::new();
        for series in &self.series {
            if known.iter().all(|(label, _)| *label != series.label) {
                known.push((&series.label, role_colour(series.role)));
            }
        }
        let (labels, colours): (Vec<&str>, Vec<&str>) = known.into_iter().unzip();
        json!({
            "field": "series", "type": "nominal", "title": null, "scale": { "domain": labels, "range": colours },
        })
    }
}

fn tooltip() -> Value {
    let fields = [
        "panel", "series", "label", "x", "y", "lo", "hi", "n", "note",
    ];
    fields
        .map(|field| json!({ "field": field }))
        .to_vec()
        .into()
}

/// After Okabe and Ito, for a light ground.
fn role_colour(role: Role) -> &'static str {
    match role {
        Role::TeacherForced => "#0072b2",
        Role::Free => "#d07600",
        Role::Gold => "#2b3038",
        Role::State => "#009e73",
        Role::Derived => "#b85c92",
        Role::Fit => "#66717e",
        Role::Unmeasured => "#7a828c",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Mark, Series};

    fn figure(kind: FigureKind, panel: &str) -> Figure {
        let mark = |y: Option<f64>| Mark {
            x: 6.0,
            y,
            lo: y,
            hi: y,
            n: 390,
            ..Mark::default()
        };
        let series = |label: &str, role: Role| Series {
            label: label.into(),
            role,
            panel: panel.into(),
            marks: vec![mark(Some(0.5)), mark(None)],
        };
        Figure {
            id: "f".into(),
            title: "T".into(),
            reads_as: "R".into(),
            method: "M".into(),
            kind,
            x_label: "depth".into(),
            y_label: "p".into(),
            y_range: Some((0.0, 1.0)),
            reference: Some((0.5, "chance".into())),
            series: vec![series("p", Role::TeacherForced), series("g", Role::Free)],
        }
    }

    #[test]
    fn every_mark_is_in_the_data_and_the_value_on_its_channel() {
        for (kind, channel, drawn) in [
            (
                FigureKind::Curve,
                "y",
                vec!["line", "rule", "point", "rule"],
            ),
            (FigureKind::Bars, "y", vec!["bar", "rule", "rule"]),
            (FigureKind::Interval, "x", vec!["rule", "point", "rule"]),
            (FigureKind::Strip, "x", vec!["rule", "point", "rule"]),
            (FigureKind::Scatter, "y", vec!["rule", "point", "rule"]),
        ] {
            let spec = figure(kind, "").to_vega_lite();
            assert_eq!(
                spec["data"]["values"].as_array().map(Vec::len),
                Some(4),
                "{kind:?}"
            );
            assert_eq!(spec["data"]["values"][1]["y"], Value::Null, "{kind:?}");
            let layers = spec["layer"].as_array().unwrap();
            let kinds: Vec<&str> = layers
                .iter()
                .map(|layer| layer["mark"]["type"].as_str().unwrap())
                .collect();
            assert_eq!(kinds, drawn, "{kind:?}");
            for layer in &layers[..layers.len() - 1] {
                assert!(
                    layer["encoding"][channel]["field"].is_string(),
                    "{kind:?}: {layer}"
                );
                assert_eq!(
                    layer["encoding"]["color"]["scale"]["range"],
                    json!(["#0072b2", "#d07600"]),
                    "{kind:?}"
                );
            }
            assert_eq!(
                layers[layers.len() - 1]["encoding"][channel]["datum"],
                json!(0.5),
                "{kind:?}"
            );
        }
    }

    #[test]
    fn cells_have_their_shade_and_their_number() {
        for kind in [FigureKind::Heatmap, FigureKind::Flow] {
            let spec = figure(kind, "").to_vega_lite();
            let layers = spec["layer"].as_array().unwrap();
            assert_eq!(layers.len(), 2, "{kind:?}: {spec}");
            assert_eq!(layers[0]["mark"]["type"], "rect", "{kind:?}");
            let encoding = &layers[0]["encoding"];
            assert_eq!(encoding["color"]["field"], "y", "{kind:?}");
            assert_eq!(encoding["color"]["scale"]["domain"], json!([0.0, 1.0]));
            assert_eq!(encoding["y"]["field"], "series", "{kind:?}");
            assert_eq!(layers[1]["encoding"]["text"]["field"], "y", "{kind:?}");
        }
    }

    #[test]
    fn panels_become_facets() {
        let spec = figure(FigureKind::Curve, "model-a").to_vega_lite();
        assert_eq!(spec["facet"]["field"], "panel");
        assert!(
            spec["spec"]["layer"].is_array() && spec.get("layer").is_none(),
            "{spec}"
        );
    }
}
