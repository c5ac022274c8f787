//! What providers speak: requests, replies, calls, errors, limits.
