//! Settings that are made from files: what they are made into is long, so it stays here, and a word stands for it everywhere else.

use std::{cell::RefCell, collections::BTreeMap};

use faultline_lab::{RunSpec, StudyId};
use js_sys::Uint8Array;
use wasm_bindgen_futures::JsFuture;
use web_sys::File;

use crate::{browser, state::FROM_FILES};

/// The files of a setting by their names.
type Files = BTreeMap<String, Vec<u8>>;

/// Files that were handed over, and the settings that they make.
#[derive(Default)]
pub(super) struct Taken {
    /// By study and setting.
    files: RefCell<BTreeMap<(String, String), Files>>,
    /// By study and setting: the text that stands among the settings.
    texts: RefCell<BTreeMap<(String, String), String>>,
}

impl Taken {
    /// Makes a setting from these files and from those that came for it before; gives back what is in them.
    pub(super) async fn take(
        &self,
        study: &str,
        setting: &str,
        files: Vec<File>,
    ) -> Result<Vec<(String, u64)>, String> {
        let id = StudyId::named(study).map_err(|error| error.to_string())?;
        let infos = id.info().settings;
        let info = infos.iter().find(|info| info.key == setting);
        let info = info.ok_or_else(|| format!("The {study} study has no setting {setting}."))?;
        let place = (study.to_owned(), setting.to_owned());
        self.texts.borrow_mut().remove(&place);
        let names = info.files.join(" and ");
        if !files.iter().any(|file| info.files.contains(&file.name())) {
            let given: Vec<String> = files.iter().map(File::name).collect();
            return Err(format!("{} is none of {names}.", given.join(", ")));
        }
        for file in files
            .iter()
            .filter(|file| info.files.contains(&file.name()))
        {
            // Before it is read: a file can be longer than this tab's memory.
            let most = info.max_file_bytes;
            #[expect(clippy::cast_precision_loss, reason = "bounds are far below 2^53")]
            if file.size() > most as f64 {
                return Err(format!("{} is longer than {most} bytes.", file.name()));
            }
            let bytes = JsFuture::from(file.array_buffer()).await;
            let bytes = bytes.map_err(|error| {
                let why = browser::words(&error);
                format!("{} can't be read: {why}. Choose it again.", file.name())
            })?;
            let mut all = self.files.borrow_mut();
            let files = all.entry(place.clone()).or_default();
            files.insert(file.name(), Uint8Array::new(&bytes).to_vec());
        }
        let held = self.files.borrow();
        let files = held.get(&place).ok_or("The files are gone.")?;
        let text = id.setting_of_files(setting, files);
        let text = text.map_err(|error| error.to_string())?;
        let counts = id.counts_of_files(setting, &text);
        self.texts.borrow_mut().insert(place, text);
        Ok(counts)
    }

    /// The run with what its settings are made into.
    ///
    /// # Errors
    /// A setting of which the files are not here.
    pub(super) fn filled(&self, mut spec: RunSpec) -> Result<RunSpec, String> {
        let texts = self.texts.borrow();
        for (key, value) in spec
            .settings
            .iter_mut()
            .filter(|(_, value)| *value == FROM_FILES)
        {
            let text = texts.get(&(spec.study.clone(), key.clone()));
            let text = text.ok_or_else(|| {
                format!("The files of {key} are not here: a page can't open files by itself. Choose them in the form.")
            })?;
            value.clone_from(text);
        }
        Ok(spec)
    }
}

/// The run with what the header of its trace says of the settings that were made from files.
pub(super) fn filled_from(mut spec: RunSpec, trace: &[u8]) -> RunSpec {
    for (key, value) in spec
        .settings
        .iter_mut()
        .filter(|(_, value)| *value == FROM_FILES)
    {
        if let Some(text) = StudyId::setting_of_trace(key, trace) {
            *value = text;
        }
    }
    spec
}
