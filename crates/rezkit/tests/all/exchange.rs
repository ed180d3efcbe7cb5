//! Models to scenes and back.

mod anim;
mod codes;
mod creator;
mod curves;
mod dae;
mod everything;
mod faces;
mod finite;
mod hostile;
mod limits;
mod m3d;
mod motion;
mod parts;
mod playback;
mod rbxmesh;
mod rest;
mod rigs;
mod roblox;
mod slmesh;
mod table;
mod unions;
mod uploader;
mod without_extras;
