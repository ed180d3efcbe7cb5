//! State that threads of Python share.

use crate::error::caught;
use pyo3::prelude::*;
use pyo3::sync::RwLockExt;
use std::sync::{PoisonError, RwLock};

/// A value that many threads may read, and one at a time may change. A thread that waits for it releases Python's lock.
///
/// The functions that receive the value must not call Python, which may request the same value again. A panic in one of
/// them is an exception that `except Exception` catches.
#[derive(Debug)]
pub(crate) struct Shared<T>(RwLock<T>);

impl<T> Shared<T> {
    pub(crate) fn new(value: T) -> Self {
        Self(RwLock::new(value))
    }

    pub(crate) fn look<R>(&self, py: Python<'_>, look: impl FnOnce(&T) -> R) -> PyResult<R> {
        let value = self.0.read_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let looked = caught(|| Ok(look(&value)));
        drop(value);
        Ok(looked?)
    }

    /// Reads for longer, without Python's lock, so that other threads can run.
    pub(crate) fn look_detached<R: Send>(
        &self,
        py: Python<'_>,
        look: impl FnOnce(&T) -> R + Send,
    ) -> PyResult<R>
    where
        T: Send + Sync,
    {
        let looked = py.detach(|| {
            let value = self.0.read().unwrap_or_else(PoisonError::into_inner);
            caught(|| Ok(look(&value)))
        });
        Ok(looked?)
    }

    pub(crate) fn change<R>(&self, py: Python<'_>, change: impl FnOnce(&mut T) -> R) -> PyResult<R> {
        let mut value = self.0.write_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let changed = caught(|| Ok(change(&mut value)));
        drop(value);
        Ok(changed?)
    }
}
