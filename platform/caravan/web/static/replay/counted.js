// What the chart counts by seat, in games where that tells more than the points.

const over = ({ phase }) => ["maps", "deal", "over"].includes(phase);

/** Points as they are, and those that lie in sight. */
const inSight = ({ position, figures, points }) => {
  const lots = over(position) ? [] : Object.values(figures.scores);
  return points.map((own, seat) => own + lots.reduce((sum, scores) => sum + scores[seat], 0));
};

const inHand = ({ position }) => position.hands.map((hand) => hand.length);

export const COUNTED = {
  chicane: { title: "Cards to go", of: ({ figures }) => figures.to_go },
  donkey: { title: "Cards in hand", of: inHand },
  pis_yedili: { title: "Cards in hand", of: inHand },
  scandaroon: { title: "Row totals", of: ({ figures }) => figures.standing },
  tuareg: { title: "Points if the round ended here", of: inSight },
};
