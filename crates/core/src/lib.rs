//! The shared words: tool, schema, call, message, ask, reply, case, episode, transcript, seeded streams.
