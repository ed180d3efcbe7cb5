//! The description of the program in packages, taken from its manifest.

use crate::workspace::Workspace;
use anyhow::{Context, Result};

pub(super) struct PackageDescription {
    pub(super) version: String,
    /// A description in one line, without a full stop.
    pub(super) summary: String,
    /// The SPDX identifiers of the licences, one of which users choose.
    pub(super) licences: Vec<String>,
    pub(super) repository: String,
    /// The author with an e-mail address, which some package formats require.
    pub(super) author: String,
}

impl PackageDescription {
    pub(super) fn load(workspace: &Workspace) -> Result<Self> {
        let program = workspace.published().find(|member| member.name == "rezkit-cli");
        let program = program.context("rezkit-cli is a member")?;
        let description = program.description.as_deref().context("rezkit-cli has a description")?;
        let summary = description.strip_prefix("rez: ").context("the description begins with `rez: `")?;
        let (first, rest) = summary.split_at(1);
        let licence = program.license.as_deref().context("rezkit-cli has a licence")?;
        let repository = program.repository.clone().context("rezkit-cli has a repository")?;
        let owner = repository.rsplit('/').nth(1).context("the repository has an owner")?;
        let author = program.authors.first().context("rezkit-cli has an author")?;
        Ok(Self {
            version: program.version.to_string(),
            summary: first.to_uppercase() + rest,
            licences: licence.split(" OR ").map(str::to_owned).collect(),
            author: format!("{author} <{owner}@users.noreply.github.com>"),
            repository,
        })
    }

    /// The address of a file of the release.
    pub(super) fn url(&self, file: &str) -> String {
        format!("{}/releases/download/v{}/{file}", self.repository, self.version)
    }
}
