//! Writing of animations, as a matrix of each node at each of its keys.

use super::Writer;
use super::text::{escaped, id, names};
use crate::affine::Affine;
use crate::animation::{Animation, Interpolation, Path, Track};
use std::collections::BTreeMap;
use std::fmt::Write as _;

impl Writer<'_> {
    pub(super) fn animations(&mut self) {
        let scene = self.scene;
        let start = self.text.len();
        let mut clips = String::new();
        for animation in &scene.animations {
            let own = self.ids.take(&id(&animation.name, "animation"));
            let name = escaped(&animation.name);
            let _ = writeln!(self.text, "<animation id=\"{own}\" name=\"{name}\">");
            self.animation(&own, animation);
            self.line("</animation>");
            let (start, end) = animation.span().unwrap_or_default();
            let start = start.min(0.0);
            let _ = writeln!(
                clips,
                "<animation_clip name=\"{name}\" start=\"{start}\" end=\"{end}\"><instance_animation url=\"#{own}\"/>\
                 </animation_clip>"
            );
        }
        self.folder("library_animations", start);
        let start = self.text.len();
        self.text.push_str(&clips);
        self.folder("library_animation_clips", start);
    }

    fn animation(&mut self, own: &str, animation: &Animation) {
        // Of several tracks with the same target, the last is used.
        let mut of_nodes: BTreeMap<usize, BTreeMap<u8, &Track>> = BTreeMap::new();
        for track in animation.tracks.iter().filter(|track| track.path != Path::Weights) {
            of_nodes.entry(track.node).or_default().insert(track.path as u8, track);
        }
        for (node, tracks) in of_nodes {
            let (Some(target), Some(rest)) = (self.nodes.get(node).cloned(), self.scene.nodes.get(node))
            else {
                continue;
            };
            let is_stepped = tracks.values().all(|track| track.interpolation == Interpolation::Step);
            let is_line = tracks.values().all(|track| track.interpolation == Interpolation::Linear);
            let n_curves = if is_stepped || is_line { 0 } else { tracks.len() };
            self.counts.n_curves = self.counts.n_curves.saturating_add(n_curves);
            let mut times: Vec<f32> = tracks.values().flat_map(|track| &track.times).copied().collect();
            times.retain(|time| time.is_finite());
            times.sort_unstable_by(f32::total_cmp);
            times.dedup();
            let axes = self.axes;
            // The channel animates the whole matrix of the node, so all its tracks are sampled at all times.
            let matrices = times.iter().flat_map(|time| {
                let mut local = rest.local;
                for track in tracks.values() {
                    if let Some(value) = track.sample(*time) {
                        track.path.set(&mut local, &value);
                    }
                }
                axes.transform(&Affine::from_trs(&local)).to_mat4().to_rows_array()
            });
            let own = format!("{own}.{target}");
            self.line("<animation>");
            self.source(&own, "input", &["TIME"], times.iter().copied());
            self.source(&own, "output", &["TRANSFORM"], matrices);
            let way = if is_stepped { "STEP" } else { "LINEAR" };
            names(&mut self.text, &own, "way", "INTERPOLATION", &vec![way; times.len()]);
            let _ = writeln!(
                self.text,
                "<sampler id=\"{own}.sampler\"><input semantic=\"INPUT\" source=\"#{own}.input\"/><input semantic=\"OUTPUT\" \
                 source=\"#{own}.output\"/><input semantic=\"INTERPOLATION\" source=\"#{own}.way\"/></sampler>\n\
                 <channel source=\"#{own}.sampler\" target=\"{target}/transform\"/>\n</animation>"
            );
        }
    }
}
