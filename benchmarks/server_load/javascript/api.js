// Kerys players through its API: one WebSocket and one key per player.
"use strict";

const WebSocket = require("ws");

const { postJson } = require("./http.js");

const keyed = (person) => ({ Authorization: `Bearer ${person.key}` });

// People and tables are in the database before the server starts.
exports.prepare = async (plan) => plan.groups;

// Another table for the same people, once the prepared ones are used up.
exports.makeTable = async (plan, people) => {
  const tables = `${plan.url}/api/tables`;
  const wanted = { game: plan.game, seats: ["me", ...people.slice(1).map(() => "friend")] };
  const made = await postJson(tables, wanted, keyed(people[0]));
  for (let seat = 1; seat < people.length; seat += 1) {
    const { invitation } = made.seats[seat];
    await postJson(`${tables}/${made.id}/sit`, { seat, invitation }, keyed(people[seat]));
  }
  return made.id;
};

// The connection of one player.
exports.open = (plan, table, seat, person, hear) => {
  const address = plan.url.replace(/^http/, "ws");
  const headers = keyed(person);
  const socket = new WebSocket(`${address}/api/tables/${table}/socket`, { headers });
  let stream = null;
  let greeting = 0;
  let sent = 0;

  socket.on("upgrade", (answer) => { stream = answer.socket; });
  socket.on("message", (data) => {
    const said = JSON.parse(data.toString());
    if (said.type === "done") {
      hear.acknowledged(said.state);
    } else if (said.type === "refused") {
      hear.lost(`a move is refused with ${said.status}: ${said.error}`);
    } else if (said.type === "table" || said.type === "change") {
      if (said.type === "table") greeting = stream.bytesRead;
      hear.view({
        state: said.state,
        revision: said.revision,
        actors: said.actors,
        mine: said.my_turn,
        over: said.status === "over",
        choices: (said.legal || []).map((one) => one.move || one),
      });
    }
  });
  socket.on("error", (error) => hear.lost(error.message));
  socket.on("close", (code, why) => hear.lost(`Kerys closes a socket with ${code}: ${why}`));

  return {
    move: (view, dice) => {
      sent += 1;
      const move = view.choices[Math.floor(dice() * view.choices.length)];
      socket.send(JSON.stringify({ type: "move", id: sent, move, revision: view.revision }));
    },
    bytes: () => (stream === null ? 0 : stream.bytesRead - greeting),
    close: () => socket.terminate(),
  };
};
