# SPDX-License-Identifier: GPL-3.0-or-later
"""Imports and exports meshes of Roblox, Second Life and Model 3D."""

import os

import bpy
from bpy.props import BoolProperty, CollectionProperty, EnumProperty, StringProperty
from bpy.types import Operator, OperatorFileListElement, TOPBAR_MT_file_export, TOPBAR_MT_file_import
from bpy_extras.io_utils import ExportHelper, ImportHelper

from . import scenes

# What is exported: the name of the target, what people call it, and the endings of its files.
TARGETS = {
    "mesh": ("Roblox mesh", ".mesh"),
    "llmesh": ("Second Life mesh", ".llmesh"),
    "m3d": ("Model 3D", ".m3d"),
}


class RezkitImport(Operator, ImportHelper):
    """Import meshes of Roblox, Second Life and Model 3D, and models and places of Roblox"""

    bl_idname = "import_scene.rezkit"
    bl_label = "Import with rezkit"
    bl_options = {"REGISTER", "UNDO", "PRESET"}

    filter_glob: StringProperty(
        default="*.mesh;*.llmesh;*.slm;*.m3d;*.a3d;*.rbxm;*.rbxl;*.rbxmx;*.rbxlx", options={"HIDDEN"}
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

    def execute(self, context):
        names = [element.name for element in self.files if element.name]
        paths = [os.path.join(self.directory, name) for name in names] or [self.filepath]
        imported = False
        for path in paths:
            try:
                losses = scenes.import_file(
                    context, path, rig=self.rig, all_parts=self.all_parts, assets=self.assets
                )
            except (ValueError, OSError, RuntimeError) as error:
                self.report({"ERROR"}, f"{os.path.basename(path)}: {error}")
                continue
            imported = True
            show(self, losses)
        return {"FINISHED"} if imported else {"CANCELLED"}


class RezkitExport(Operator, ExportHelper):
    """Export the selection as a mesh of Roblox, Second Life or Model 3D"""

    bl_idname = "export_scene.rezkit"
    bl_label = "Export with rezkit"
    bl_options = {"PRESET"}

    filename_ext = ".mesh"
    filter_glob: StringProperty(default="*.mesh;*.llmesh;*.m3d", options={"HIDDEN"})
    target: EnumProperty(
        name="Format", items=[(name, title, f"Write {ending}") for name, (title, ending) in TARGETS.items()]
    )
    apply_modifiers: BoolProperty(
        name="Apply Modifiers", description="Shape keys are lost where it is set", default=False
    )
    animations: BoolProperty(name="Animations", default=True)

    def check(self, _context):
        # The ending follows the format.
        before = self.filepath
        self.filepath = bpy.path.ensure_ext(os.path.splitext(before)[0], TARGETS[self.target][1])
        return self.filepath != before

    def execute(self, context):
        # Scripts say it by the ending alone.
        ending = os.path.splitext(self.filepath)[1].lower()
        of_ending = [name for name, (_, own) in TARGETS.items() if own == ending]
        target = self.target if self.properties.is_property_set("target") or not of_ending else of_ending[0]
        try:
            report = scenes.export_file(
                context,
                self.filepath,
                target,
                apply_modifiers=self.apply_modifiers,
                animations=self.animations,
            )
        except (ValueError, OSError, RuntimeError) as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        self.report({"INFO"}, f"{os.path.basename(self.filepath)}: {report.summary}")
        show(self, report.losses)
        for finding in report.findings:
            # An error would be raised, and the file is there.
            self.report({"WARNING"}, f"{finding['severity']} {finding['rule']}: {finding['broken']}")
        if not bpy.app.background:
            context.window_manager.popup_menu(report.draw, title=report.summary, icon="INFO")
        return {"FINISHED"}


def show(operator, losses):
    """Tells what was lost."""
    for loss in losses:
        operator.report({"WARNING"}, scenes.line(loss))


def menu_import(menu, _context):
    menu.layout.operator(RezkitImport.bl_idname, text="Roblox, Second Life, Model 3D (rezkit)")


def menu_export(menu, _context):
    menu.layout.operator(RezkitExport.bl_idname, text="Roblox, Second Life, Model 3D (rezkit)")


def register():
    bpy.utils.register_class(RezkitImport)
    bpy.utils.register_class(RezkitExport)
    TOPBAR_MT_file_import.append(menu_import)
    TOPBAR_MT_file_export.append(menu_export)


def unregister():
    TOPBAR_MT_file_export.remove(menu_export)
    TOPBAR_MT_file_import.remove(menu_import)
    bpy.utils.unregister_class(RezkitExport)
    bpy.utils.unregister_class(RezkitImport)
