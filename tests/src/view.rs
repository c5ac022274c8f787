//! What the visitor looks at the page with.

/// Light or dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// What the visitor looks at the page with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View {
    /// Width of the page's viewport, in CSS pixels.
    pub width: u32,
    /// Height of the page's viewport, in CSS pixels.
    pub height: u32,
    /// The colours that the visitor prefers.
    pub scheme: Scheme,
}

impl View {
    /// A laptop's window, light.
    pub fn desktop() -> Self {
        Self {
            width: 1280,
            height: 800,
            scheme: Scheme::Light,
        }
    }

    /// A phone held upright, light.
    pub fn phone() -> Self {
        Self {
            width: 390,
            height: 844,
            scheme: Scheme::Light,
        }
    }

    /// The same in the dark.
    #[must_use]
    pub fn dark(self) -> Self {
        Self {
            scheme: Scheme::Dark,
            ..self
        }
    }
}
