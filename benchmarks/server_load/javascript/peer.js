// The server of boardgame.io with the tiny game, in memory: `node peer.js PORT LOBBY_PORT`.
"use strict";

const { Origins, Server } = require("boardgame.io/server");

const { Tiny } = require("./game.js");

// The lobby has its own port: koa-compose 4.2 no longer lets boardgame.io add its routes to a
// server that already listens for sockets.
const [port, apiPort] = process.argv.slice(2).map(Number);
const server = Server({ games: [Tiny], origins: [Origins.LOCALHOST] });
server.run({ port, lobbyConfig: { apiPort } });
