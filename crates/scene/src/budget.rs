//! One budget of triangles for all meshes of a level: the cheapest collapses of the whole model come first.

use super::simplify::Step;

/// A mesh that shares the budget.
pub(super) struct Account<'a> {
    /// The number of nodes that show the mesh.
    pub(super) n_uses: usize,
    /// The steps of its simplification, in ascending order of cost.
    pub(super) steps: &'a [Step],
}

/// The number of triangles allotted to each mesh, so that the total is at most `size`; `None` if the meshes cannot be
/// simplified that far.
///
/// Steps are taken in the order of their costs, as if all meshes were one.
pub(super) fn shares(accounts: &[Account<'_>], size: usize) -> Option<Vec<usize>> {
    let first = |account: &Account<'_>| account.steps.first().map_or(0, |step| step.n_triangles);
    let mut shares: Vec<usize> = accounts.iter().map(first).collect();
    let uses = accounts.iter().zip(&shares).map(|(account, n)| account.n_uses.saturating_mul(*n));
    let mut total = uses.fold(0, usize::saturating_add);
    let all = accounts.iter().enumerate();
    let mut order: Vec<(f32, usize, usize)> = all
        .flat_map(|(mesh, account)| {
            let later = account.steps.iter().enumerate();
            later.map(move |(number, step)| (step.cost, mesh, number))
        })
        .collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    for (_, mesh, number) in order {
        if total <= size {
            break;
        }
        let Some((account, share)) = accounts.get(mesh).zip(shares.get_mut(mesh)) else { continue };
        let Some(step) = account.steps.get(number) else { continue };
        let most = share.saturating_sub(step.n_triangles);
        // The last step is taken only as far as it is needed.
        let needed = total.saturating_sub(size).div_ceil(account.n_uses.max(1));
        let n_gone = most.min(needed);
        *share = share.saturating_sub(n_gone);
        total = total.saturating_sub(n_gone.saturating_mul(account.n_uses));
    }
    (total <= size).then_some(shares)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step((cost, n_triangles): (f32, usize)) -> Step {
        Step { cost, n_triangles }
    }

    #[test]
    fn the_cheapest_steps_of_all_meshes_come_first() {
        let boxes = [(0.0, 12), (4.0, 8), (9.0, 0)].map(step);
        let ball = [(0.0, 1000), (0.1, 500), (1.0, 100), (5.0, 20)].map(step);
        let accounts = [Account { n_uses: 10, steps: &boxes }, Account { n_uses: 1, steps: &ball }];
        // The boxes stay whole while the ball pays, and a step is taken in part.
        assert_eq!(shares(&accounts, 1120), Some(vec![12, 1000]));
        assert_eq!(shares(&accounts, 620), Some(vec![12, 500]));
        assert_eq!(shares(&accounts, 300), Some(vec![12, 180]));
        // Ten boxes lose triangles at once.
        assert_eq!(shares(&accounts, 195), Some(vec![9, 100]));
        assert_eq!(shares(&accounts, 20), Some(vec![0, 20]));
        assert_eq!(shares(&accounts, 19), None);
    }
}
