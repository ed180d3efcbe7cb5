//! Builds assets from meshes with floats.

pub(crate) mod convex;
mod face;
mod patches;

use crate::common::error::Error;
use crate::degenerate::is_degenerate;
use crate::error::ErrorKind;
use crate::model::{Block, Content, Convex, Domain, Face, Level, Lod, Matrix, MeshAsset, Rounding, Skin};
use face::Faces;
use geom::{Aabb, TriMesh, Vec3};
use llsd::{Text, Value};
use patches::{Patch, Slot};
use std::collections::HashMap;

/// The treatment of levels that are not set.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MissingLevels {
    /// Copies the next higher level.
    #[default]
    Copy,
    /// Leaves the level out; viewers show another level instead.
    LeaveOut,
}

/// A builder of assets from meshes, which follows the viewer's uploader.
///
/// Each group of a mesh becomes a face, even without triangles. The groups of lower levels are matched with those of
/// the high level by material if all groups have one, and by their order otherwise. Faces with too many vertices are
/// split.
///
/// ```
/// use slmesh::{Builder, Severity, geom::{TriMesh, Vec3}};
///
/// let positions = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 4.0]];
/// let mesh = TriMesh {
///     positions: positions.map(Vec3::from_array).to_vec(),
///     indices: vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]],
///     ..TriMesh::default()
/// };
/// let built = Builder::new(&mesh).build()?;
/// // The asset fits the unit cube; the object's scale restores the size.
/// assert_eq!(built.scale, Vec3::new(2.0, 3.0, 4.0));
/// assert_eq!(built.centre, Vec3::new(1.0, 1.5, 2.0));
/// assert!(slmesh::validate(&built.asset).iter().all(|finding| finding.rule.severity == Severity::Note));
/// let bytes = slmesh::write(&built.asset)?;
/// # assert_eq!(slmesh::read(&bytes)?, built.asset);
/// # Ok::<(), slmesh::Error>(())
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct Builder<'m> {
    levels: [Option<&'m TriMesh>; 4],
    physics_mesh: Option<&'m TriMesh>,
    hulls: Vec<Vec<Vec3>>,
    bounding: Option<Vec<Vec3>>,
    skin: Option<Skin>,
    missing: MissingLevels,
    rounding: Rounding,
    fit: bool,
    writes_scale: bool,
    names_materials: bool,
    drops_degenerate: bool,
}

/// The result of a [`Builder`].
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Built {
    /// The asset.
    pub asset: MeshAsset,
    /// The scale at which an object has the size of the meshes; 1 if they were not fitted into the unit cube.
    pub scale: Vec3,
    /// The centre of the meshes before they were fitted into the unit cube; 0 if they were not.
    pub centre: Vec3,
    /// The changes that were necessary.
    pub report: Report,
}

/// The result of [`Builder::build_all`].
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct BuiltAll {
    /// The assets. The first has the first eight faces; each further one has the next eight, with its number as
    /// `submodel_id`.
    pub assets: Vec<MeshAsset>,
    /// The scale at which objects have the size of the meshes. It is the same for all assets.
    pub scale: Vec3,
    /// The centre of the meshes before they were fitted into the unit cube. It is the position of all objects.
    pub centre: Vec3,
    /// The changes that were necessary.
    pub report: Report,
}

impl From<Built> for BuiltAll {
    fn from(Built { asset, scale, centre, report }: Built) -> Self {
        Self { assets: vec![asset], scale, centre, report }
    }
}

/// The changes that a [`Builder`] made.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The levels that were copied from the next higher one.
    pub copied: Vec<Level>,
    /// The names of groups that were split into several faces because they had too many vertices.
    pub split: Vec<String>,
    /// The number of triangles that were left out because they refer to missing vertices.
    pub n_triangles_left_out: usize,
    /// The number of vertices whose weights had to be normalised.
    pub n_renormalised: usize,
    /// The number of vertices of a skinned mesh without weights; viewers attach them to the first joint.
    pub n_unweighted: usize,
    /// The number of faces without geometry because their triangles have fewer than three vertices.
    pub n_too_small: usize,
    /// The triangles of the physics shape that the uploader rejects, as indices into the triangles of its mesh. They
    /// are in the asset unless [`Builder::drop_degenerate`] is set.
    pub degenerate: Vec<usize>,
    /// The number of corners that were left out because a hull can have only 256. Vertices may be outside such a hull.
    pub n_hull_points_left_out: usize,
}

impl<'m> Builder<'m> {
    /// The maximum number of faces of an asset.
    pub const MAX_FACES: usize = 8;
    /// The maximum number of points of a hull.
    pub const MAX_HULL_POINTS: usize = 256;

    /// Starts building with a mesh as the high level. Its axes must be those of Second Life: Z up.
    pub fn new(high: &'m TriMesh) -> Self {
        Self {
            levels: [None, None, None, Some(high)],
            physics_mesh: None,
            hulls: Vec::new(),
            bounding: None,
            skin: None,
            missing: MissingLevels::default(),
            rounding: Rounding::default(),
            fit: true,
            writes_scale: true,
            names_materials: false,
            drops_degenerate: false,
        }
    }

    /// Sets the mesh of a level of detail.
    pub fn level(mut self, level: Level, mesh: &'m TriMesh) -> Self {
        for (_, slot) in Level::ALL.into_iter().zip(&mut self.levels).filter(|(of, _)| *of == level) {
            *slot = Some(mesh);
        }
        self
    }

    /// Sets a physics shape of triangles.
    pub fn physics_mesh(self, mesh: &'m TriMesh) -> Self {
        Self { physics_mesh: Some(mesh), ..self }
    }

    /// Sets a physics shape of hulls, given the points of each.
    pub fn hulls(self, hulls: Vec<Vec<Vec3>>) -> Self {
        Self { hulls, ..self }
    }

    /// Sets the points of the bounding hull, which surrounds everything. By default they are computed from the high
    /// level.
    pub fn bounding_points(self, points: Vec<Vec3>) -> Self {
        Self { bounding: Some(points), ..self }
    }

    /// Sets the joints to which the weights of the meshes refer. Without a skin, weights are left out.
    ///
    /// The bind shape matrix of `skin` applies to the meshes as given to the builder. If these are fitted into the unit
    /// cube, the matrix in the asset first undoes the fitting.
    pub fn skin(self, skin: Skin) -> Self {
        Self { skin: Some(skin), ..self }
    }

    /// Selects the treatment of levels that are not set.
    pub fn missing_levels(self, missing: MissingLevels) -> Self {
        Self { missing, ..self }
    }

    /// Selects the rounding of numbers. By default they are rounded as in the viewer.
    pub fn rounding(self, rounding: Rounding) -> Self {
        Self { rounding, ..self }
    }

    /// Fits everything into the unit cube, by the size of the high level. This is the default; otherwise the meshes
    /// should already fit.
    pub fn fit(self, fit: bool) -> Self {
        Self { fit, ..self }
    }

    /// Writes the original size of the meshes into faces, as `NormalizedScale`. This is the default, as in viewers that
    /// support glTF materials.
    pub fn normalized_scale(self, writes_scale: bool) -> Self {
        Self { writes_scale, ..self }
    }

    /// Writes the names of materials into the header, as in saved uploads. Off by default.
    pub fn material_names(self, names_materials: bool) -> Self {
        Self { names_materials, ..self }
    }

    /// Leaves out triangles of the physics shape that the uploader rejects (rule SLM027). Off by default.
    pub fn drop_degenerate(self, drops_degenerate: bool) -> Self {
        Self { drops_degenerate, ..self }
    }

    /// Builds the asset.
    ///
    /// # Errors
    ///
    /// If a mesh is inconsistent (see [`TriMesh::check`]) or has more than eight faces, if a lower level has more faces
    /// or other materials than the high level, or if a weight refers to a joint that the skin does not have.
    pub fn build(self) -> Result<Built, Error> {
        let BuiltAll { assets, scale, centre, report } = self.parts(1)?;
        let asset = assets.into_iter().next().unwrap_or_default();
        Ok(Built { asset, scale, centre, report })
    }

    /// Builds as many assets as the faces need, as the viewer's uploader does. Each asset after the first has the next
    /// eight faces, its number as `submodel_id`, and no physics shape.
    ///
    /// # Errors
    ///
    /// The errors of [`build`](Self::build), except for the number of faces.
    ///
    /// ```
    /// use slmesh::{Builder, geom::{Group, TriMesh, Vec3}};
    ///
    /// let positions = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 3.0, 0.0]].map(Vec3::from_array).to_vec();
    /// let group = |number: usize| Group { name: format!("part {number}"), material: None, triangles: number..number + 1 };
    /// let mesh = TriMesh {
    ///     positions,
    ///     indices: vec![[0, 1, 2]; 11],
    ///     groups: (0..11).map(group).collect(),
    ///     ..TriMesh::default()
    /// };
    /// assert!(Builder::new(&mesh).build().is_err());
    /// let built = Builder::new(&mesh).build_all()?;
    /// let n_faces = |number: usize| built.assets[number].level(slmesh::Level::High).unwrap().faces.len();
    /// assert_eq!((n_faces(0), n_faces(1), built.assets[1].submodel_id), (8, 3, Some(1)));
    /// # Ok::<(), slmesh::Error>(())
    /// ```
    pub fn build_all(self) -> Result<BuiltAll, Error> {
        self.parts(usize::MAX)
    }

    /// Builds at most `n_most` assets.
    fn parts(self, n_most: usize) -> Result<BuiltAll, Error> {
        let mut report = Report::default();
        let fit = self.fitting();
        let mut slots = Vec::new();
        for (level, mesh) in Level::ALL.into_iter().zip(self.levels).rev() {
            let Some(mesh) = mesh else { continue };
            let own = patches::slots(mesh, &mut report).map_err(|error| error.inside(level.name()))?;
            slots.push((level, mesh, own));
        }
        let high = slots.first().map(|(.., own)| patches::shape(own)).unwrap_or_default();
        patches::check_count(&high, n_most)?;
        let mut levels = Vec::new();
        for (level, mesh, own) in &slots {
            let patches = patches::arranged(own, &high).map_err(|error| error.inside(level.name()))?;
            levels.push((*level, *mesh, patches));
        }
        let mut assets = Vec::new();
        let n_faces = levels.first().map_or(0, |(.., patches)| patches.len());
        for (id, first) in (0..n_faces.max(1)).step_by(Self::MAX_FACES).enumerate() {
            let mut asset = self.levels(&levels, first, &fit, &mut report)?;
            // The first part has no number, and the others have undef instead of hulls: format document, section 8.2.
            asset.submodel_id = i32::try_from(id).ok().filter(|id| *id > 0);
            asset.physics_convex =
                Some(Block { content: Content::Other(Value::Undef), ..Block::new(Convex::default()) });
            assets.push(asset);
        }
        if let Some(first) = assets.first_mut() {
            self.physics(first, &levels, &fit, &mut report)?;
        }
        if self.names_materials {
            let names =
                high.iter().flat_map(|(slot, n_patches)| std::iter::repeat_n(&slot.material, *n_patches));
            let names: Vec<Text> =
                names.map(|name| Text::from(name.as_deref().unwrap_or_default())).collect();
            for (asset, names) in assets.iter_mut().zip(names.chunks(Self::MAX_FACES)) {
                asset.material_list = Some(names.to_vec());
            }
        }
        let UnitCubeFit { size: scale, centre } = fit;
        let skin = self.skin.map(|skin| if self.fit { fit.unfitted(skin) } else { skin });
        for asset in &mut assets {
            asset.skin = skin.clone().map(Block::new);
        }
        Ok(BuiltAll { assets, scale, centre, report })
    }

    /// Builds an asset with the faces of each level, starting with `first`.
    fn levels(
        &self,
        levels: &[LevelPatches<'_>],
        first: usize,
        fit: &UnitCubeFit,
        report: &mut Report,
    ) -> Result<MeshAsset, Error> {
        let mut asset = MeshAsset::default();
        for (level, mesh, patches) in levels {
            let own: Vec<&Patch> = patches.iter().skip(first).take(Self::MAX_FACES).copied().collect();
            let lod = self.lod(mesh, &own, fit, report).map_err(|error| error.inside(level.name()))?;
            *asset.level_slot(*level) = Some(Block::new(lod));
        }
        if self.missing == MissingLevels::Copy {
            let mut above = None;
            for level in Level::ALL.into_iter().rev() {
                let slot = asset.level_slot(level);
                if slot.is_none() && above.is_some() {
                    slot.clone_from(&above);
                    if first == 0 {
                        report.copied.push(level);
                    }
                }
                above.clone_from(slot);
            }
        }
        Ok(asset)
    }

    /// Adds the physics shapes to an asset.
    fn physics(
        &self,
        asset: &mut MeshAsset,
        levels: &[LevelPatches<'_>],
        fit: &UnitCubeFit,
        report: &mut Report,
    ) -> Result<(), Error> {
        if let Some(mesh) = self.physics_mesh {
            let lod = self.triangles(mesh, fit, report).map_err(|error| error.inside("physics_mesh"))?;
            asset.physics_mesh = lod.map(Block::new);
        }
        // The hull is around the faces of all assets.
        let whole = match levels.first() {
            Some((_, mesh, patches)) if self.bounding.is_none() && patches.len() > Self::MAX_FACES => {
                Some(self.lod(mesh, patches, fit, &mut Report::default())?)
            }
            _ => None,
        };
        let high = whole.as_ref().or(asset.level(Level::High));
        asset.physics_convex = Some(Block::new(self.convex(high, fit, report)?));
        Ok(())
    }

    /// Builds the physics shape of triangles; returns `None` if no triangle remains.
    fn triangles(
        &self,
        mesh: &TriMesh,
        fit: &UnitCubeFit,
        report: &mut Report,
    ) -> Result<Option<Lod>, Error> {
        // Without some triangles, the domain may be smaller, so that other triangles are rejected. The
        // limit makes the loop end.
        const MAX_TRIES: usize = 4;
        let mut left = (0..mesh.indices.len()).collect::<Vec<_>>();
        let mut own = patches::slots(mesh, report)?;
        let mut lod = self.physics_lod(mesh, &own, fit, report)?;
        for _ in 0..MAX_TRIES {
            let found = degenerate(mesh, &own, &lod, &left);
            report.degenerate.extend(&found);
            if found.is_empty() || !self.drops_degenerate {
                break;
            }
            left.retain(|at| found.binary_search(at).is_err());
            let indices = left.iter().filter_map(|at| mesh.indices.get(*at).copied()).collect();
            let rest = TriMesh { indices, groups: Vec::new(), ..mesh.clone() };
            if rest.indices.is_empty() {
                return Ok(None);
            }
            own = patches::slots(&rest, &mut Report::default())?;
            lod = self.physics_lod(&rest, &own, fit, &mut Report::default())?;
        }
        report.degenerate.sort_unstable();
        Ok(Some(lod))
    }

    fn physics_lod(
        &self,
        mesh: &TriMesh,
        own: &[Slot],
        fit: &UnitCubeFit,
        report: &mut Report,
    ) -> Result<Lod, Error> {
        let patches: Vec<&Patch> = own.iter().flat_map(|slot| &slot.patches).collect();
        self.lod(mesh, &patches, fit, report)
    }

    fn fitting(&self) -> UnitCubeFit {
        let [.., high] = self.levels;
        let bounds = high.filter(|_| self.fit).and_then(TriMesh::bounds);
        let whole = UnitCubeFit { size: Vec3::ONE, centre: Vec3::ZERO };
        bounds.map_or(whole, |bounds: Aabb| {
            // As in the viewer, an axis without extent is not scaled.
            let size = bounds.size().to_array().map(|extent| if extent > 0.0 { extent } else { 1.0 });
            UnitCubeFit { size: Vec3::from_array(size), centre: bounds.centre() }
        })
    }

    /// Converts all faces of a mesh. Their positions have a common domain.
    fn lod(
        &self,
        mesh: &TriMesh,
        patches: &[&Patch],
        fit: &UnitCubeFit,
        report: &mut Report,
    ) -> Result<Lod, Error> {
        let vertices = patches.iter().flat_map(|patch| &patch.vertices);
        let position =
            |vertex: &u32| fit.point(mesh.positions.get(*vertex as usize).copied().unwrap_or_default());
        let faces = Faces {
            mesh,
            fit,
            domain: Domain::around(vertices.map(|vertex| position(vertex).to_array())),
            rounding: self.rounding,
            n_joints: self.skin.as_ref().map(Skin::n_joints),
            normalized_scale: self.writes_scale.then(|| fit.size.to_array().map(f64::from)),
        };
        let faces: Result<Vec<Face>, Error> = patches
            .iter()
            .enumerate()
            .map(|(number, patch)| {
                faces.face(patch, report).map_err(|error| error.inside(format!("[{number}]")))
            })
            .collect();
        Ok(Lod { faces: faces? })
    }
}

/// The indices of triangles that the uploader rejects. They are tested after their corners have been quantised.
fn degenerate(mesh: &TriMesh, slots: &[Slot], lod: &Lod, triangles: &[usize]) -> Vec<usize> {
    let patches = slots.iter().flat_map(|slot| &slot.patches);
    let both = patches.zip(&lod.faces);
    // The viewer tests positions of half their size.
    let points: HashMap<u32, Vec3> = both
        .flat_map(|(patch, face)| patch.vertices.iter().copied().zip(face.positions().map(|at| at * 0.5)))
        .collect();
    let is_wrong = |at: &usize| {
        let corners = mesh.indices.get(*at).map(|corners| corners.map(|corner| points.get(&corner).copied()));
        matches!(corners, Some([Some(a), Some(b), Some(c)]) if is_degenerate(a, b, c))
    };
    triangles.iter().copied().filter(is_wrong).collect()
}

/// The transform that fits meshes into the unit cube.
#[derive(Debug, Clone, Copy)]
struct UnitCubeFit {
    size: Vec3,
    centre: Vec3,
}

impl UnitCubeFit {
    fn point(&self, point: Vec3) -> Vec3 {
        let ([x, y, z], [w, h, d]) = ((point - self.centre).to_array(), self.size.to_array());
        Vec3::new(x / w, y / h, z / d)
    }

    fn normal(&self, normal: Vec3) -> Vec3 {
        let ([x, y, z], [w, h, d]) = (normal.to_array(), self.size.to_array());
        let scaled = Vec3::new(x * w, y * h, z * d);
        scaled.normalised().unwrap_or(normal)
    }

    /// A skin whose bind shape matrix first undoes the fitting into the unit cube.
    fn unfitted(&self, mut skin: Skin) -> Skin {
        let [[w, h, d], [x, y, z]] = [self.size, self.centre].map(|vector| vector.to_array().map(f64::from));
        #[rustfmt::skip]
        let own = [
            w, 0.0, 0.0, 0.0,
            0.0, h, 0.0, 0.0,
            0.0, 0.0, d, 0.0,
            x, y, z, 1.0,
        ];
        skin.bind_shape_matrix = Some(skin.bind_shape_matrix.map_or(own, |shape| product(&own, &shape)));
        skin
    }
}

/// The matrix that applies `a` first and `b` second.
fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let mut out = [0.0; 16];
    let (rows, others) = (a.as_chunks::<4>().0, b.as_chunks::<4>().0);
    for (out, row) in out.as_chunks_mut::<4>().0.iter_mut().zip(rows) {
        for (factor, other) in row.iter().zip(others) {
            out.iter_mut().zip(other).for_each(|(out, other)| *out += factor * other);
        }
    }
    out
}

/// A level, its mesh, and a patch for each face of the high level.
type LevelPatches<'b> = (Level, &'b TriMesh, Vec<&'b Patch>);

/// The slots of the high level, each with its number of faces.
type SlotFaces<'s> = Vec<(&'s Slot, usize)>;

/// The error for an inconsistent mesh.
fn inconsistent_mesh(found: String) -> Error {
    Error::model(ErrorKind::Unexpected { expected: "a sound mesh".into(), found })
}
