// boardgame.io players and watchers, using Socket.IO 4 as its client does.
"use strict";

const WebSocket = require("ws");

const { Tiny } = require("./game.js");
const { postJson } = require("./http.js");

const SEATS = Tiny.maxPlayers;
const NAMESPACE = `/${Tiny.name},`;
const EVENT = `42${NAMESPACE}`;

// Creates the matches through the lobby; returns the driver's groups.
exports.prepare = async (plan) => {
  const groups = [];
  for (let made = 0; made < plan.tables; made += 1) {
    const games = `${plan.lobby}/games/${Tiny.name}`;
    const { matchID } = await postJson(`${games}/create`, { numPlayers: SEATS });
    const seats = [];
    for (let seat = 0; seat < SEATS; seat += 1) {
      const asked = { playerID: String(seat), playerName: `Player ${seat}` };
      const { playerCredentials } = await postJson(`${games}/${matchID}/join`, asked);
      seats.push({ credentials: playerCredentials });
    }
    groups.push({ people: seats, tables: [matchID] });
  }
  return groups;
};

exports.makeTable = () => {
  throw new Error("a match of the tiny game has ended");
};

// One connection; `seat` is null for watchers.
exports.open = (plan, matchID, seat, person, hear) => {
  const address = plan.url.replace(/^http/, "ws");
  const socket = new WebSocket(`${address}/socket.io/?EIO=4&transport=websocket`);
  const playerID = seat === null ? null : String(seat);
  const credentials = person ? person.credentials : null;
  let stream = null;
  let greeting = 0;
  let pending = null;

  const emit = (...words) => socket.send(EVENT + JSON.stringify(words));
  const told = (state) => {
    const number = state._stateID;
    if (pending !== null && number > pending) {
      pending = null;
      hear.acknowledged(number);
    }
    const actor = Number(state.ctx.currentPlayer);
    hear.view({
      state: number,
      actors: [actor],
      mine: actor === seat,
      over: state.ctx.gameover !== undefined,
      choices: actor === seat ? state.G.players[playerID].hand.length : 0,
    });
  };

  socket.on("upgrade", (answer) => { stream = answer.socket; });
  socket.on("message", (data) => {
    const text = data.toString();
    if (text.startsWith(EVENT)) {
      const [name, about, ...rest] = JSON.parse(text.slice(EVENT.length));
      if (about !== matchID) return;
      if (name === "sync") {
        greeting = stream.bytesRead;
        told(rest[0].state);
      } else if (name === "update") {
        told(rest[0]);
      }
    } else if (text === "2") {
      socket.send("3");
    } else if (text.startsWith("0")) {
      socket.send(`40${NAMESPACE}`);
    } else if (text.startsWith(`40${NAMESPACE}`)) {
      emit("sync", matchID, playerID, credentials, SEATS);
    } else {
      hear.lost(`boardgame.io sends '${text.slice(0, 200)}'`);
    }
  });
  socket.on("error", (error) => hear.lost(error.message));
  socket.on("close", () => hear.lost("boardgame.io has closed the connection"));

  return {
    move: (view, dice) => {
      pending = view.state;
      const args = [Math.floor(dice() * view.choices)];
      const action = { type: "MAKE_MOVE", payload: { type: "play", args, playerID, credentials } };
      emit("update", action, view.state, matchID, playerID);
    },
    bytes: () => (stream === null ? 0 : stream.bytesRead - greeting),
    close: () => socket.terminate(),
  };
};
