//! How fast does a chain fall apart once a call is wrong?.
