//! Pictures of Roblox models and places.

use crate::{gardens, pictures};
use rezkit::exchange::{SceneOptions, read};
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
