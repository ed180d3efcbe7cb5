# SPDX-License-Identifier: GPL-3.0-or-later
"""Imports and exports meshes, models and animations of Roblox, Second Life and Model 3D."""

import os

import bpy
from bpy.props import BoolProperty, CollectionProperty, EnumProperty, StringProperty
from bpy.types import (
    FileHandler,
    Operator,
    OperatorFileListElement,
    PropertyGroup,
    TOPBAR_MT_file_export,
    TOPBAR_MT_file_import,
)
from bpy_extras.io_utils import ExportHelper, ImportHelper, poll_file_object_drop

from . import exporting, importing, reports
from .exporting import TARGETS, Options

_RIGS = [
    ("auto", "Recognised", "The rig is recognised by the names of its joints"),
    ("second-life", "Second Life", "The avatar of Second Life"),
    ("r15", "Roblox R15", "The character of 15 parts"),
    ("r6", "Roblox R6", "The character of six parts"),
    ("vrm", "VRM", "Avatars of VRM"),
    ("mixamo", "Mixamo", "Also of Ready Player Me"),
    ("unreal", "Unreal", "The mannequin of Unreal"),
    ("rigify", "Rigify", "The rig of Blender"),
    ("makehuman", "MakeHuman", "Characters of MakeHuman"),
    ("biovision", "Biovision", "Motion capture"),
    ("kaykit", "KayKit", "Characters of KayKit"),
    ("quaternius", "Quaternius", "Characters of Quaternius"),
    ("none", "None", "Joints are left out, and meshes keep their shape"),
]
_CHARACTERS = [
    ("auto", "Recognised", "The character that the names of the joints are of"),
    ("r15", "R15", "The character of 15 parts"),
    ("r6", "R6", "The character of six parts"),
    ("none", "Own Joints", "The joints keep their names"),
]
# What a file that cannot be read or written raises.
_ERRORS = (ValueError, OSError, RuntimeError)


class RezkitImport(Operator, ImportHelper):
    """Import meshes, models, places and animations of Roblox, Second Life and Model 3D"""

    bl_idname = "import_scene.rezkit"
    bl_label = "Import with rezkit"
    bl_options = {"REGISTER", "UNDO", "PRESET"}

    filter_glob: StringProperty(
        default=";".join(f"*{ending}" for ending in importing.ENDINGS), options={"HIDDEN"}
    )
    directory: StringProperty(subtype="DIR_PATH", options={"HIDDEN", "SKIP_SAVE"})
    files: CollectionProperty(type=OperatorFileListElement, options={"HIDDEN", "SKIP_SAVE"})
    rig: BoolProperty(
        name="Rig of Roblox Models", description="Bones, attachments and welds become objects, too", default=False
    )
    all_parts: BoolProperty(
        name="Whole Place",
        description="Parts of Roblox places outside of the workspace are taken, too",
        default=False,
    )
    assets: StringProperty(
        name="Assets",
        description="The folder with meshes and textures of Roblox, named by their numbers",
        subtype="DIR_PATH",
    )

    def invoke(self, context, event):
        if self.directory and self.files:
            # Files that were dropped.
            return self.execute(context)
        return super().invoke(context, event)

    def execute(self, context):
        names = [element.name for element in self.files if element.name]
        paths = [os.path.join(self.directory, name) for name in names] or [self.filepath]
        imported = False
        for path in paths:
            try:
                losses = importing.import_file(
                    context, path, rig=self.rig, all_parts=self.all_parts, assets=self.assets
                )
            except _ERRORS as error:
                self.report({"ERROR"}, f"{os.path.basename(path)}: {reports.plain(str(error))}")
                continue
            imported = True
            _show(self, [reports.line(loss) for loss in losses])
        return {"FINISHED"} if imported else {"CANCELLED"}


class RezkitFiles(FileHandler):
    """Files that are dropped into a view"""

    bl_idname = "IO_FH_rezkit"
    bl_label = "Roblox, Second Life, Model 3D"
    bl_import_operator = RezkitImport.bl_idname
    bl_file_extensions = ";".join(importing.ENDINGS)

    @classmethod
    def poll_drop(cls, context):
        return poll_file_object_drop(context)


class RezkitJoint(PropertyGroup):
    """A bone, and the joint that it becomes."""

    name: StringProperty()
    joint: StringProperty(name="Joint", description="The joint that the bone becomes; empty if its own name stays")


class RezkitExport(Operator, ExportHelper):
    """Export the selection as a mesh, a model or an animation of Roblox, Second Life or Model 3D"""

    bl_idname = "export_scene.rezkit"
    bl_label = "Export with rezkit"
    bl_options = {"PRESET"}

    filename_ext = ".mesh"
    filter_glob: StringProperty(
        default=";".join(f"*{target.ending}" for target in TARGETS.values()), options={"HIDDEN"}
    )
    target: EnumProperty(
        name="Format",
        items=[(name, target.title, f"Write {target.ending}") for name, target in TARGETS.items()],
    )
    apply_modifiers: BoolProperty(
        name="Apply Modifiers", description="Shape keys are lost where it is set", default=False
    )
    animations: BoolProperty(name="Animations", default=True)
    rig: EnumProperty(name="Rig", description="The rig that joints have the names of", items=_RIGS)
    character: EnumProperty(name="Character", description="The character that animations move", items=_CHARACTERS)
    joints: CollectionProperty(type=RezkitJoint, options={"SKIP_SAVE"})

    def invoke(self, context, event):
        self.joints.clear()
        for name in _bones(context.selected_objects):
            self.joints.add().name = name
        return super().invoke(context, event)

    def check(self, _context):
        # The ending follows the format.
        before = self.filepath
        self.filepath = bpy.path.ensure_ext(os.path.splitext(before)[0], TARGETS[self.target].ending)
        return self.filepath != before

    def draw(self, _context):
        layout = self.layout
        layout.use_property_split = True
        layout.prop(self, "target")
        layout.prop(self, "apply_modifiers")
        layout.prop(self, "animations")
        if self.target not in ("llmesh", "anim", "rbxm"):
            return
        layout.prop(self, "rig")
        if self.target == "rbxm":
            layout.prop(self, "character")
        if self.joints:
            header, body = layout.panel("rezkit_joints", default_closed=True)
            header.label(text="Joints")
            if body:
                for joint in self.joints:
                    body.prop(joint, "joint", text=joint.name)

    def execute(self, context):
        named = self.target if self.properties.is_property_set("target") else None
        name = os.path.basename(self.filepath)
        try:
            target = exporting.target_of(self.filepath, named)
            options = Options(
                apply_modifiers=self.apply_modifiers,
                animations=self.animations,
                rig=self.rig,
                character="" if self.character == "auto" else self.character,
                joints={joint.name: joint.joint for joint in self.joints if joint.joint},
            )
            report = exporting.export_file(context, self.filepath, target, options)
        except _ERRORS as error:
            help = getattr(error, "help", None)
            text = f"{error}: {help}" if help else str(error)
            self.report({"ERROR"}, f"{name}: {reports.plain(text)}")
            return {"CANCELLED"}
        self.report({"INFO"}, f"{name}: {report.summary}")
        _show(self, report.lines())
        if not bpy.app.background:
            context.window_manager.popup_menu(report.draw, title=report.summary, icon="INFO")
        return {"FINISHED"}


def _bones(objects):
    """The names of all bones of armatures, and of the armatures of meshes."""
    armatures = {one if one.type == "ARMATURE" else one.find_armature() for one in objects} - {None}
    return sorted({bone.name for one in armatures for bone in one.data.bones})


def _show(operator, lines):
    """Reports what was lost and what is wrong, in one message."""
    if lines:
        operator.report({"WARNING"}, "; ".join(lines))


def _menu_import(menu, _context):
    menu.layout.operator(RezkitImport.bl_idname, text="Roblox, Second Life, Model 3D (rezkit)")


def _menu_export(menu, _context):
    menu.layout.operator(RezkitExport.bl_idname, text="Roblox, Second Life, Model 3D (rezkit)")


_CLASSES = [RezkitJoint, RezkitImport, RezkitExport, RezkitFiles]


def register():
    for one in _CLASSES:
        bpy.utils.register_class(one)
    TOPBAR_MT_file_import.append(_menu_import)
    TOPBAR_MT_file_export.append(_menu_export)


def unregister():
    TOPBAR_MT_file_export.remove(_menu_export)
    TOPBAR_MT_file_import.remove(_menu_import)
    for one in reversed(_CLASSES):
        bpy.utils.unregister_class(one)
