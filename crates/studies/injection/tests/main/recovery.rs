//! Every configured rate of the simulated policies comes back, over twenty fixed seeds.
