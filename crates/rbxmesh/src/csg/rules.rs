//! The rules that [`validate`](crate::csg::validate) checks.

crate::common::rules::rules! {
    RBC001 Error "Every index of a triangle exists"
        broken "An index of a triangle does not exist"
        why "A program that does not check the index reads beyond its list of points."
        fix "Have Studio make the union again.";
    RBC002 Warning "Numbers are finite"
        broken "A number is infinite or not a number"
        why "A NaN spreads to bounds, physics and everything else that is computed from it."
        fix "Have Studio make the union again.";
    RBC003 Warning "The bounds of levels start at 0, never decrease, and end with the number of indices"
        broken "The bounds of levels do not start at 0, decrease, or do not end with the number of indices"
        why "Without them, levels cannot be distinguished, and all are drawn on top of each other."
        fix "Have Studio make the union again.";
    RBC004 Note "The stored volume is that of the hulls"
        broken "The stored volume is not that of the hulls"
        why "Other programs that trust it compute a wrong mass; Studio sometimes stores the volume of the \
            box instead"
        fix "None is needed; programs should compute the volume from the hulls.";
    RBC005 Note "A hull has at most 255 points"
        broken "A hull has more than 255 points"
        why "Studio makes hulls of more than 1,000; other physics engines refuse them, or simplify them."
        fix "None is needed for Roblox; for other engines, simplify the hull.";
    RBC006 Warning "A hull is closed"
        broken "A hull is not closed"
        why "The inside cannot be distinguished from the outside, and there is no volume."
        fix "Have Studio decompose the shape again.";
    RBC007 Note "Nothing follows the last part"
        broken "There are bytes after the last part"
        why "The bytes belong to no part, or to one that is broken."
        fix "None is needed if the file comes from a newer program.";
}
