//! Yew components that draw a report's figures.
