//! The first page: what this is, one picture, three ways in.

use faultline_report::Report;
use yew::prelude::*;

use crate::{
    components::{figure_card, loaded},
    link::{self, Link},
    lock,
    route::{InstanceRoute, MarkRef, Route, RunRoute, Source},
    state::{RunForm, Sheet, State},
};

/// The first page.
pub(crate) fn start(state: &State, link: &Link) -> Html {
    let lock = {
        let (link, files) = (link.clone(), state.files.len());
        move |_: MouseEvent| link.lock(files)
    };
    html! {
        <div class="start">
            <h1 class="start__title">{ "Find where a tool-calling agent first goes wrong, and what that first error costs every later step." }</h1>
            <div class="start__ways">
                <div class="start__figure">
                    { loaded(&state.preview, "Running a small simulated sample in this tab", |sheet| preview(sheet, link)) }
                </div>
                <div>
                    { doors() }
                    <p class="start__note"><a href={Route::Instance(InstanceRoute::default()).to_fragment()}>{ "Or answer one task yourself" }</a>{ ", scored as a model would be." }</p>
                </div>
            </div>
            { studies() }
            <section class="promise" aria-labelledby="promise">
                <h2 id="promise">{ "What leaves this machine" }</h2>
                <p>
                    { "Your key goes to your provider and nowhere else. Traces stay on this machine: tasks are made, calls are scored and reports are \
                       built in this tab. There is no server behind this page." }
                </p>
                <p>
                    { "To have the browser enforce it, " }
                    <button type="button" class="textual" onclick={lock} disabled={state.locked}>{ "close the network lock" }</button>
                    { ". " }{ lock::COVERS }
                </p>
            </section>
        </div>
    }
}

fn preview(sheet: &Sheet, link: &Link) -> Html {
    let open = {
        let link = link.clone();
        Callback::from(move |mark: MarkRef| link.go(&link::records_of(Source::Preview, mark)))
    };
    html! {
        <>
            if let Some(figure) = sheet.figures.first() { { figure_card(figure, 2, None, None, link, &open) } }
            <p class="start__note">
                <span class="badge badge--simulated">{ "simulated" }</span>
                { format!(" {}, computed just now in this tab. ", models(&sheet.report)) }
                <a href={link::results_of(Source::Preview).to_fragment()}>{ "Open all its results" }</a>
            </p>
        </>
    }
}

fn models(report: &Report) -> String {
    let models: Vec<&str> = report.runs.iter().map(|run| run.model.as_str()).collect();
    models.join(", ")
}

/// What can be asked of a model: each study's form, and what a real model made of it.
fn studies() -> Html {
    html! {
        <section aria-labelledby="studies">
            <h2 id="studies">{ "Studies" }</h2>
            <dl class="start__studies">
                for (name, question, sample) in faultline_lab::QUESTIONS {
                    <dt><a href={Route::Run(RunRoute { form: RunForm::default().of_study(name), ..RunRoute::default() }).to_fragment()}>{ name }</a></dt>
                    <dd>{ question }{ " " }<a href={link::results_of(Source::Sample(sample.into())).to_fragment()}>{ format!("A real model's {name} results") }</a></dd>
                }
            </dl>
        </section>
    }
}

fn doors() -> Html {
    let demo = Route::Run(RunRoute {
        demo: true,
        ..RunRoute::default()
    });
    let live = Route::Run(RunRoute {
        form: RunForm {
            live: true,
            ..RunForm::default()
        },
        ..RunRoute::default()
    });
    let doors = [
        (
            demo,
            "Run the demo",
            "A simulated policy answers. No key, nothing to fill in; the first numbers come within seconds.",
        ),
        (
            live,
            "Run your model…",
            "Any OpenAI-compatible address, with your key or a server on this machine. Calls and tokens are told before.",
        ),
        (
            Route::Rescore,
            "Rescore files…",
            "Drop traces or result files and see where agents go wrong. Everything is scored again from what was stored.",
        ),
    ];
    html! {
        <nav class="doors" aria-label="Ways in">
            for (route, title, text) in doors {
                <a class="door" href={route.to_fragment()}><strong>{ title }</strong><span>{ text }</span></a>
            }
        </nav>
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    #[test]
    fn every_study_has_its_sample() {
        for (study, _, sample) in faultline_lab::QUESTIONS {
            let file = format!("samples/{sample}.jsonl.gz");
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(&file);
            assert!(path.is_file(), "{study}: {file}");
        }
    }
}
