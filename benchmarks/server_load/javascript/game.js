// A tiny game for four: play a card from a secret hand, draw another. The pile is bounded and its
// oldest card goes back into the deck, so that the state stays small and the game never ends.
"use strict";

const { INVALID_MOVE, PlayerView } = require("boardgame.io/core");

const CARDS = 52;
const HAND = 5;
const PILE = 12;

exports.Tiny = {
  name: "tiny",
  minPlayers: 4,
  maxPlayers: 4,

  setup: ({ ctx, random }) => {
    const deck = random.Shuffle([...Array(CARDS).keys()]);
    const players = {};
    for (const one of ctx.playOrder) players[one] = { hand: deck.splice(0, HAND) };
    return { players, secret: { deck }, pile: [] };
  },

  playerView: PlayerView.STRIP_SECRETS,

  turn: { minMoves: 1, maxMoves: 1 },

  moves: {
    play: ({ G, playerID }, index) => {
      const { hand } = G.players[playerID];
      if (!Number.isInteger(index) || index < 0 || index >= hand.length) return INVALID_MOVE;
      G.pile.push(...hand.splice(index, 1));
      if (G.pile.length > PILE) G.secret.deck.push(G.pile.shift());
      hand.push(G.secret.deck.shift());
      return undefined;
    },
  },
};
