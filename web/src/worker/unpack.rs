//! Reads messages back from bytes.
//!
//! The page holds this code once for each of the many types that a message can be made of, so reading can't fail on the way: what
//! can't be read becomes zero or empty, and in the end the whole message is refused. No type then has to take apart what was read
//! of it so far, which would be the greater part of the code.
//!
//! So a message is made of types that take whatever they are given. These must not be in one:
//!
//! - A type that refuses values, such as `NonZeroU8`, or a digest that reads its own text: of a broken message it is given a zero or an
//!   empty text, and its refusal, for which there is no error, is a panic.
//! - One that is told by what is in it, as an untagged enum, one with its tag inside or a flattened struct: the bytes don't say what
//!   that is. It is given nothing, and either takes that, as a JSON value does, so that the message is refused, or panics.
//! - `i128` and `u128`, which are read as little.

use std::fmt;

use serde::{
    Deserialize,
    de::{
        self, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess,
        VariantAccess, Visitor,
    },
};

/// A value from the bytes that `postcard` made of it; nothing where they are not such bytes, all of them.
pub(super) fn unpack<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Option<T> {
    let mut reader = Reader {
        rest: bytes,
        broken: false,
    };
    let Ok(value) = T::deserialize(&mut reader);
    (!reader.broken && reader.rest.is_empty()).then_some(value)
}

/// What is still to be read, and whether something before it could not be.
struct Reader<'de> {
    rest: &'de [u8],
    broken: bool,
}

impl<'de> Reader<'de> {
    /// So many bytes; fewer where the message is broken.
    fn take(&mut self, count: usize) -> &'de [u8] {
        let (taken, rest) = self.rest.split_at_checked(count).unwrap_or_else(|| {
            self.broken = true;
            (&[], &[])
        });
        self.rest = rest;
        taken
    }

    fn byte(&mut self) -> u8 {
        self.take(1).first().copied().unwrap_or_default()
    }

    fn flag(&mut self) -> bool {
        let byte = self.byte();
        self.broken |= byte > 1;
        byte == 1
    }

    /// A number in groups of seven bits, the lowest first.
    fn number(&mut self) -> u64 {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte();
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return number;
            }
        }
        self.broken = true;
        0
    }

    /// A number of a type that may be narrower.
    fn narrow<T: TryFrom<u64> + Default>(&mut self) -> T {
        let number = T::try_from(self.number());
        self.broken |= number.is_err();
        number.unwrap_or_default()
    }

    /// A number that may be negative: 0, -1, 1, -2 and so on.
    fn signed(&mut self) -> i64 {
        let number = self.number();
        (number >> 1).cast_signed() ^ -(number & 1).cast_signed()
    }

    /// Such a number of a type that is narrower.
    fn narrow_signed<T: TryFrom<i64> + Default>(&mut self) -> T {
        let number = T::try_from(self.signed());
        self.broken |= number.is_err();
        number.unwrap_or_default()
    }

    /// A signed byte, which stands as it is.
    fn signed_byte(&mut self) -> i8 {
        self.byte().cast_signed()
    }

    /// A character, which stands as a text.
    fn character(&mut self) -> char {
        let mut characters = self.text().chars();
        let first = characters.next();
        self.broken |= first.is_none() || characters.next().is_some();
        first.unwrap_or_default()
    }

    fn bytes(&mut self) -> &'de [u8] {
        let count = self.count();
        self.take(count)
    }

    /// How many items follow, of which each takes a byte or more.
    fn count(&mut self) -> usize {
        let count = self.narrow();
        if count > self.rest.len() {
            self.broken = true;
            return 0;
        }
        count
    }

    fn text(&mut self) -> &'de str {
        let text = str::from_utf8(self.bytes());
        self.broken |= text.is_err();
        text.unwrap_or_default()
    }
}

/// No error at all.
#[derive(Debug)]
enum Never {}

impl fmt::Display for Never {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl std::error::Error for Never {}

impl de::Error for Never {
    /// Called by a type alone that refuses what it is given, and none of a message's does.
    fn custom<T: fmt::Display>(_: T) -> Self {
        panic!("a message between the page and its worker can't be read")
    }
}

/// Reads what is of a number type by one of the reader's ways.
macro_rules! numbers {
    ($($method:ident $visit:ident $read:ident;)*) => {
        $(
            fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
                let number = self.$read();
                visitor.$visit(number)
            }
        )*
    };
}

impl<'de> Deserializer<'de> for &mut Reader<'de> {
    type Error = Never;

    numbers! {
        deserialize_u8 visit_u8 byte;
        deserialize_u16 visit_u16 narrow;
        deserialize_u32 visit_u32 narrow;
        deserialize_u64 visit_u64 number;
        deserialize_i8 visit_i8 signed_byte;
        deserialize_i16 visit_i16 narrow_signed;
        deserialize_i32 visit_i32 narrow_signed;
        deserialize_i64 visit_i64 signed;
        deserialize_char visit_char character;
        deserialize_bytes visit_borrowed_bytes bytes;
        deserialize_byte_buf visit_borrowed_bytes bytes;
        deserialize_str visit_borrowed_str text;
        deserialize_string visit_borrowed_str text;
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        let flag = self.flag();
        visitor.visit_bool(flag)
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        let bytes = self.take(4).try_into().unwrap_or_default();
        visitor.visit_f32(f32::from_le_bytes(bytes))
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        let bytes = self.take(8).try_into().unwrap_or_default();
        visitor.visit_f64(f64::from_le_bytes(bytes))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        if self.flag() {
            visitor.visit_some(self)
        } else {
            visitor.visit_none()
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Never> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Never> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        let left = self.count();
        visitor.visit_seq(Items { reader: self, left })
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        let left = self.count();
        visitor.visit_map(Items { reader: self, left })
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Never> {
        visitor.visit_seq(Fields(self))
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Never> {
        visitor.visit_seq(Fields(self))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Never> {
        visitor.visit_seq(Fields(self))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Never> {
        let mut place: u32 = self.narrow();
        if place as usize >= variants.len() {
            self.broken = true;
            place = 0;
        }
        visitor.visit_enum(Variant {
            reader: self,
            place,
        })
    }

    /// What does not say its type can't be read, since the bytes don't say it either.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        self.broken = true;
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        i128 u128 identifier ignored_any
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

/// The items of a list, or the pairs of a map, of which the bytes say how many there are.
struct Items<'r, 'de> {
    reader: &'r mut Reader<'de>,
    left: usize,
}

impl Items<'_, '_> {
    fn next(&mut self) -> bool {
        let is_there = self.left > 0 && !self.reader.broken;
        self.left = self.left.saturating_sub(1);
        is_there
    }
}

impl<'de> SeqAccess<'de> for Items<'_, 'de> {
    type Error = Never;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Never> {
        if self.next() {
            return seed.deserialize(&mut *self.reader).map(Some);
        }
        Ok(None)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

impl<'de> MapAccess<'de> for Items<'_, 'de> {
    type Error = Never;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Never> {
        self.next_element_seed(seed)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Never> {
        seed.deserialize(&mut *self.reader)
    }
}

/// The fields of a struct, of which there are as many as are asked for.
struct Fields<'r, 'de>(&'r mut Reader<'de>);

impl<'de> SeqAccess<'de> for Fields<'_, 'de> {
    type Error = Never;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Never> {
        seed.deserialize(&mut *self.0).map(Some)
    }
}

/// A variant, by its place.
struct Variant<'r, 'de> {
    reader: &'r mut Reader<'de>,
    place: u32,
}

impl<'r, 'de> EnumAccess<'de> for Variant<'r, 'de> {
    type Error = Never;
    type Variant = Fields<'r, 'de>;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Self::Variant), Never> {
        let variant = seed.deserialize(self.place.into_deserializer());
        variant.map(|variant| (variant, Fields(self.reader)))
    }
}

impl<'de> VariantAccess<'de> for Fields<'_, 'de> {
    type Error = Never;

    fn unit_variant(self) -> Result<(), Never> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Never> {
        seed.deserialize(self.0)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Never> {
        visitor.visit_seq(self)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Never> {
        visitor.visit_seq(self)
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, marker::PhantomData, num::NonZeroU8};

    use faultline_core::Digest;
    use serde::{Serialize, de::DeserializeOwned};

    use super::*;

    /// What comes back is what went in; of fewer bytes, more, or other ones nothing comes back.
    fn check<T: Serialize + DeserializeOwned + PartialEq + fmt::Debug>(value: T) {
        let bytes = postcard::to_allocvec(&value).unwrap();
        for end in 0..bytes.len() {
            assert_eq!(unpack::<T>(&bytes[..end]), None, "{value:?}");
        }
        let longer = [&bytes[..], &[0]].concat();
        assert_eq!(unpack::<T>(&longer), None, "{value:?}");
        assert_eq!(unpack(&bytes), Some(value));
    }

    #[test]
    fn values_come_back() {
        check((u64::MAX, u32::MAX, u16::MAX, u8::MAX, true));
        check([i64::MIN, -1, 0, 1, i64::MAX]);
        check((i8::MIN, i16::MIN, i32::MIN, -1_i8, i16::MAX, i32::MAX));
        check((0.1, f64::INFINITY, 0.1_f32, "é".to_owned(), ()));
        check(('a', 'é', '\u{1f600}', '\0'));
        check(PhantomData::<u8>);
        check(faultline_report::How {
            words: "percentile bootstrap, 95%".into(),
            beside: Some("exact binomial [0.000, 0.206]".into()),
        });
        check(vec![Some(Some(1_u32)), Some(None), None]);
        check(BTreeMap::from([
            ("a".to_owned(), vec![1_u8]),
            ("b".to_owned(), vec![]),
        ]));
        check(vec![
            Ok::<Box<u32>, String>(Box::new(300)),
            Err("why".into()),
        ]);
    }

    #[test]
    fn other_bytes_are_refused() {
        assert_eq!(unpack::<bool>(&[2]), None);
        assert_eq!(unpack::<Option<u8>>(&[2, 0]), None);
        assert_eq!(unpack::<Result<u8, u8>>(&[2, 0]), None, "no such variant");
        assert_eq!(unpack::<u16>(&[0xff, 0xff, 0x7f]), None, "too wide");
        assert_eq!(unpack::<u64>(&[0xff; 11]), None, "no end");
        assert_eq!(unpack::<i16>(&[0xff, 0xff, 0x7f]), None, "too wide");
        assert_eq!(unpack::<i32>(&[0xff; 11]), None, "no end");
        assert_eq!(unpack::<String>(&[1, 0xff]), None, "no text");
        assert_eq!(unpack::<char>(&[0]), None, "no character");
        assert_eq!(unpack::<char>(&[2, b'a', b'b']), None, "two characters");
        assert_eq!(unpack::<&[u8]>(&[2, 7]), None, "too short");
        assert_eq!(unpack::<&[u8]>(&[1, 7]), Some(&[7][..]));
        // A list of this length would take all memory.
        assert_eq!(unpack::<Vec<u64>>(&[0xff, 0xff, 0xff, 0xff, 0x0f, 1]), None);
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(untagged)]
    enum Untagged {
        Number(u8),
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "type")]
    enum TagInside {
        One { number: u8 },
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Flattened {
        #[serde(flatten)]
        rest: BTreeMap<String, u8>,
    }

    /// What the module says of types that must not be in a message.
    #[test]
    fn types_that_can_refuse_are_never_read() {
        fn panics<T: DeserializeOwned>(bytes: &[u8]) -> bool {
            std::panic::catch_unwind(|| unpack::<T>(bytes).is_some()).is_err()
        }
        assert!(panics::<NonZeroU8>(&[0]), "a zero");
        assert!(panics::<NonZeroU8>(&[]), "what is cut off is a zero");
        assert!(panics::<Digest>(&[]), "a digest without text");
        assert!(panics::<i128>(&[0]) && panics::<u128>(&[0]), "wide numbers");
        assert!(panics::<Untagged>(&[7]), "an untagged enum");
        assert!(panics::<TagInside>(&[0, 7]), "a tag inside");
        assert!(panics::<Flattened>(&[1, 1, b'a', 7]), "a flattened struct");
        assert!(unpack::<de::IgnoredAny>(&[0]).is_none(), "nothing is taken");
    }
}
