//! Pictures of Roblox models and places.

use crate::{gardens, pictures};
use geom::Vec3;
use rezkit::exchange::{SceneOptions, draw_interface, read};
use rezkit::gltf::{WriteOptions, write_glb};
use rezkit::scene::{Role, Scene};
use rezkit::thumb::{Picture, ThumbOptions, draw};

#[test]
fn places_stand_on_a_ground_with_shadows() {
    let part = "<Item class='Part'><Properties><Vector3 name='size'><X>4</X><Y>4</Y><Z>4</Z></Vector3></Properties></Item>";
    let drawn = |xml: String| {
        let (scene, _) = read(xml.as_bytes(), &SceneOptions::default(), &mut |_| None).unwrap();
        draw(&scene, &ThumbOptions::default().size(128, 128).background(Some([0; 4]))).unwrap()
    };
    let model = drawn(format!("<roblox version='4'>{part}</roblox>"));
    let place = drawn(format!("<roblox version='4'><Item class='Workspace'>{part}</Item></roblox>"));
    let count = |picture: &Picture, is_wanted: fn(&[u8; 4]) -> bool| {
        picture.rgba.as_chunks::<4>().0.iter().filter(|pixel| is_wanted(pixel)).count()
    };
    let painted = |picture| count(picture, |pixel| pixel[3] == 255);
    assert!(painted(&place) > painted(&model) + 500, "{} {}", painted(&place), painted(&model));
    // Beside the part the ground is lit, and behind it, away from the light, it is in the shadow.
    let beside = |picture: &Picture| {
        let all = model.rgba.as_chunks::<4>().0.iter().zip(picture.rgba.as_chunks::<4>().0);
        let ground = all.filter(|(model, place)| model[3] == 0 && place[3] == 255).map(|(_, place)| place[1]);
        let ground: Vec<u8> = ground.collect();
        (*ground.iter().min().unwrap(), *ground.iter().max().unwrap())
    };
    let (dark, bright) = beside(&place);
    assert!(bright > 150 && dark < bright - 40, "{dark} {bright}");
    // From below there is none.
    let (scene, _) = read(
        format!("<roblox version='4'><Item class='Workspace'>{part}</Item></roblox>").as_bytes(),
        &SceneOptions::default(),
        &mut |_| None,
    )
    .unwrap();
    let seen = |options: ThumbOptions, at: usize| {
        draw(&scene, &options.size(64, 64)).unwrap().rgba.as_chunks::<4>().0[at]
    };
    assert_eq!(seen(ThumbOptions::default().view(30.0, -60.0).background(Some([0; 4])), 32 * 64)[3], 0);
    // Unless a colour is asked for, there is a sky, which is bluer higher up.
    let [high, low] = [2, 24].map(|row| seen(ThumbOptions::default().view(30.0, 0.0), row * 64 + 2));
    let blue = |pixel: [u8; 4]| i32::from(pixel[2]) - i32::from(pixel[0]);
    assert!(high[3] == 255 && low[3] == 255 && blue(high) > blue(low), "{high:?} {low:?}");
}

fn interface(xml: &str) -> Picture {
    draw_interface(xml.as_bytes(), &SceneOptions::default(), [128, 72], &mut |_| None).unwrap().picture
}

/// A frame over half of a screen, with a button that its list puts on the right.
#[test]
fn interfaces_are_laid_out_on_a_screen() {
    let size =
        |x: f32, y: f32| format!("<UDim2 name='Size'><XS>{x}</XS><XO>0</XO><YS>{y}</YS><YO>0</YO></UDim2>");
    let colour = |rgb: [u8; 3]| {
        let [r, g, b] = rgb;
        format!(
            "<Color3 name='BackgroundColor3'><R>{r}</R><G>{g}</G><B>{b}</B></Color3><int name='BorderSizePixel'>0</int>"
        )
    };
    let screen = |more: &str| {
        format!(
            "<roblox version='4'><Item class='ScreenGui'><Properties>{more}</Properties><Item class='Frame'><Properties>{}{}\
             </Properties><Item class='UIListLayout'><Properties><token name='HorizontalAlignment'>2</token></Properties>\
             </Item><Item class='TextButton'><Properties>{}{}</Properties></Item></Item></Item></roblox>",
            size(0.5, 1.0),
            colour([1, 0, 0]),
            size(0.5, 0.5),
            colour([0, 0, 1]),
        )
    };
    for more in ["", "<bool name='Enabled'>false</bool>"] {
        let picture = interface(&screen(more));
        let at = |x: usize, y: usize| picture.rgba.as_chunks::<4>().0[y * 128 + x];
        assert_eq!((picture.width, picture.height), (128, 72));
        assert_eq!([at(5, 5), at(60, 60)], [[255, 0, 0, 255]; 2]);
        assert_eq!(at(60, 5), [0, 0, 255, 255]);
        assert_eq!(at(70, 5)[3], 0);
    }
}

/// A sign is a picture on the side of its part, in a GLB as well.
#[test]
fn signs_are_on_their_parts() {
    let place = |text: &str| {
        format!(
            "<roblox version='4'><Item class='Part'><Properties><Vector3 name='size'><X>8</X><Y>4</Y><Z>1</Z></Vector3>\
             </Properties><Item class='SurfaceGui'><Properties><token name='Face'>5</token></Properties><Item \
             class='TextLabel'><Properties><UDim2 name='Size'><XS>1</XS><XO>0</XO><YS>1</YS><YO>0</YO></UDim2>\
             <string name='Text'>{text}</string><bool name='TextScaled'>true</bool></Properties></Item></Item></Item></roblox>"
        )
    };
    let (scene, losses) = read(place("OPEN").as_bytes(), &SceneOptions::default(), &mut |_| None).unwrap();
    assert_eq!((scene.images.len(), losses), (1, vec![]));
    let dark = |text: &str| {
        let (scene, _) = read(place(text).as_bytes(), &SceneOptions::default(), &mut |_| None).unwrap();
        let picture = draw(&scene, &ThumbOptions::default().size(128, 128).view(0.0, 0.0)).unwrap();
        picture.rgba.as_chunks::<4>().0.iter().filter(|[red, .., alpha]| *alpha == 255 && *red < 70).count()
    };
    assert!(dark("OPEN") > dark("") + 20, "{} {}", dark("OPEN"), dark(""));
}

/// A part of two studs with instances in it.
fn part_with(inside: &str) -> String {
    format!(
        "<roblox version='4'><Item class='Part'><Properties><Vector3 name='size'><X>2</X><Y>2</Y><Z>2</Z></Vector3>\
         </Properties>{inside}</Item></roblox>"
    )
}

/// The number of pixels of a kind in a picture from an angle around the model.
fn count_from(scene: &Scene, yaw: f32, is_wanted: fn(&[u8; 4]) -> bool) -> usize {
    let picture = draw(scene, &ThumbOptions::default().size(128, 128).view(yaw, 0.0)).unwrap();
    picture.rgba.as_chunks::<4>().0.iter().filter(|pixel| is_wanted(pixel)).count()
}

/// A label over a part is seen from everywhere, and is no part of the scene as it is read back.
#[test]
fn labels_face_the_camera() {
    let label = part_with(
        "<Item class='BillboardGui'><Properties><UDim2 name='Size'><XS>4</XS><XO>0</XO><YS>1</YS><YO>25</YO></UDim2>\
         <Vector3 name='StudsOffset'><X>0</X><Y>3</Y><Z>0</Z></Vector3></Properties><Item class='Frame'><Properties>\
         <UDim2 name='Size'><XS>1</XS><XO>0</XO><YS>1</YS><YO>0</YO></UDim2><int name='BorderSizePixel'>0</int>\
         <Color3 name='BackgroundColor3'><R>1</R><G>0</G><B>0</B></Color3></Properties></Item></Item>",
    );
    let (scene, losses) = read(label.as_bytes(), &SceneOptions::default(), &mut |_| None).unwrap();
    assert_eq!(losses, vec![]);
    let sprite = scene.nodes.iter().find(|node| node.role == Role::Sprite).unwrap();
    assert_eq!(sprite.local.translation.to_array(), [0.0, 3.0, 0.0]);
    // A stud has 25 pixels.
    assert_eq!(sprite.local.scale.to_array(), [4.0, 2.0, 1.0]);
    let red = [0.0, 90.0, 200.0].map(|yaw| {
        count_from(&scene, yaw, |[red, green, _, alpha]| *red == 255 && *green == 0 && *alpha == 255)
    });
    assert!(red.iter().all(|n_red| n_red.abs_diff(red[0]) < 300 && *n_red > 2000), "{red:?}");
    let (glb, _) = write_glb(&scene, &WriteOptions::default()).unwrap();
    let again = read(&glb, &SceneOptions::default(), &mut |_| None).unwrap().0;
    let sprite = again.nodes.iter().find(|node| node.role == Role::Sprite).unwrap();
    // It faces the first view, which is at its right.
    let to = sprite.local.rotation.rotate(Vec3::Z);
    assert!(to.y.abs() < 1e-3 && to.x.abs() > 0.1, "{to:?}");
}

/// Flames rise from their part, and what is off has none.
#[test]
fn flames_are_shown_at_one_moment() {
    let fire = |is_on: bool| {
        let fire = format!(
            "<Item class='Fire'><Properties><bool name='Enabled'>{is_on}</bool><float name='size_xml'>6</float>\
             <Color3 name='Color'><R>1</R><G>0.2</G><B>0</B></Color3></Properties></Item>"
        );
        read(part_with(&fire).as_bytes(), &SceneOptions::default(), &mut |_| None).unwrap()
    };
    let ((on, losses), (off, none)) = (fire(true), fire(false));
    assert_eq!((losses, none), (vec![], vec![]));
    let is_red = |[red, green, _, alpha]: &[u8; 4]| *alpha > 60 && *red > *green + 60;
    let [on, off] = [on, off].map(|scene| count_from(&scene, 40.0, is_red));
    assert!(on > 1000 && off == 0, "{on} {off}");
}

/// Particles without speed fill a side of their part, but for their size of 1: across the direction and along it.
#[test]
fn particles_start_anywhere_in_their_part() {
    let sides = [[5.0, 2.0], [5.0, 3.0], [3.0, 5.0]];
    for (direction, [wide, deep]) in sides.into_iter().cycle().take(6).enumerate() {
        let emitter = format!(
            "<Item class='ParticleEmitter'><Properties><token name='EmissionDirection'>{direction}</token>\
             <NumberRange name='Speed'>0 0 </NumberRange></Properties></Item>"
        );
        let part = part_with(&emitter).replace("<Y>2</Y><Z>2</Z>", "<Y>3</Y><Z>5</Z>");
        let (scene, _) = read(part.as_bytes(), &SceneOptions::default(), &mut |_| None).unwrap();
        let sprite = scene.nodes.iter().find(|node| node.role == Role::Sprite).unwrap();
        let Vec3 { x, y, .. } = sprite.local.scale;
        for (found, side) in [(x, wide), (y, deep)] {
            assert!((0.9..=1.0).contains(&((found - 1.0) / side)), "{direction}: {found}, {side}");
        }
    }
}

/// A bent beam is a row of pieces from one attachment to the other, between its colours.
#[test]
fn beams_lead_from_one_attachment_to_the_other() {
    let attachment = |name: char, x: f32| {
        format!(
            "<Item class='Attachment' referent='{name}'><Properties><CoordinateFrame name='CFrame'><X>{x}</X><Y>0</Y>\
             <Z>0</Z><R00>1</R00><R01>0</R01><R02>0</R02><R10>0</R10><R11>1</R11><R12>0</R12><R20>0</R20><R21>0</R21>\
             <R22>1</R22></CoordinateFrame></Properties></Item>"
        )
    };
    let beam = "<Item class='Beam'><Properties><Ref name='Attachment0'>a</Ref><Ref name='Attachment1'>b</Ref>\
                <float name='Width0'>1</float><float name='Width1'>3</float></Properties></Item>";
    let part = part_with(&[attachment('a', 0.0), attachment('b', 8.0), beam.to_owned()].concat());
    let (scene, _) = read(part.as_bytes(), &SceneOptions::default(), &mut |_| None).unwrap();
    let pieces: Vec<_> = scene.nodes.iter().filter(|node| node.role == Role::Sprite).collect();
    let lengths: f32 = pieces.iter().map(|piece| piece.local.scale.y).sum();
    assert!(pieces.len() == 8 && (lengths - 8.0).abs() < 1e-4, "{} {lengths}", pieces.len());
    assert_eq!(pieces[7].local.scale.x, 2.875);
    assert!((pieces[0].local.rotation.rotate(Vec3::Y) - Vec3::X).length() < 1e-5);
    assert!((pieces[0].local.translation.x - 0.5 * pieces[0].local.scale.y).abs() < 1e-5);
    assert!(scene.images.is_empty());
    // One whose picture is missing is soft at its sides.
    let glow = "<Content name='Texture'><url>rbxassetid://7</url></Content></Properties>";
    let (soft, _) = read(
        part.replacen("</Properties></Item></Item>", &format!("{glow}</Item></Item>"), 1).as_bytes(),
        &SceneOptions::default(),
        &mut |_| None,
    )
    .unwrap();
    assert_eq!(soft.images.len(), 1);
}

/// Old parts have studs, which repeat each stud.
#[test]
fn old_parts_have_studs() {
    let scene = |material: u32| {
        let part = format!(
            "<roblox version='4'><Item class='Part'><Properties><Vector3 name='size'><X>4</X><Y>1</Y><Z>2</Z></Vector3>\
             <token name='TopSurface'>3</token><token name='BottomSurface'>4</token><token name='LeftSurface'>10</token>\
             <token name='Material'>{material}</token></Properties></Item></roblox>"
        );
        read(part.as_bytes(), &SceneOptions::default(), &mut |_| None).unwrap().0
    };
    let studded = scene(256);
    assert_eq!((studded.nodes.len(), studded.images.len()), (2, 1));
    let side = &studded.meshes[studded.nodes[1].mesh.unwrap()].shape;
    let most = side.uvs.iter().fold([0.0_f32; 2], |most, uv| [most[0].max(uv.x), most[1].max(uv.y)]);
    assert_eq!((most[0] * most[1], most[0].max(most[1])), (8.0, 4.0));
    assert_eq!(scene(512).nodes.len(), 1);
}

#[test]
fn nights_are_dark_and_lamps_shine() {
    let bright = |lamp: &str, lighting: &str| {
        let part = format!(
            "<Item class='Part'><Properties><Vector3 name='size'><X>4</X><Y>4</Y><Z>4</Z></Vector3></Properties>{lamp}</Item>"
        );
        let xml = format!("<roblox version='4'><Item class='Workspace'>{part}</Item>{lighting}</roblox>");
        let (scene, _) = read(xml.as_bytes(), &SceneOptions::default(), &mut |_| None).unwrap();
        let picture = draw(&scene, &ThumbOptions::default().size(64, 64)).unwrap();
        picture.rgba.iter().map(|byte| u64::from(*byte)).sum::<u64>()
    };
    let lamp = "<Item class='PointLight'><Properties></Properties></Item>";
    let night =
        "<Item class='Lighting'><Properties><string name='TimeOfDay'>23:00:00</string></Properties></Item>";
    let (day, dark, lit) = (bright("", ""), bright("", night), bright(lamp, night));
    assert!(dark < lit && lit < day, "{dark} {lit} {day}");
}

#[test]
fn pictures_are_the_same_everywhere() {
    pictures::compare(&gardens::cases());
}
