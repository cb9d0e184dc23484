// Kerys players and watchers using its pages: an event stream, and forms as a browser sends them.
"use strict";

const http = require("node:http");
const zlib = require("node:zlib");

const { makeTable, prepare } = require("./api.js");

exports.prepare = prepare;
exports.makeTable = makeTable;

const UNPACK = {
  gzip: () => zlib.createGunzip({ flush: zlib.constants.Z_SYNC_FLUSH }),
  deflate: () => zlib.createInflate(),
  br: () => zlib.createBrotliDecompress(),
};
if (zlib.createZstdDecompress) UNPACK.zstd = () => zlib.createZstdDecompress();
// Servers close idle connections (uvicorn after 5 s), perhaps just as a form is sent. Browsers then
// send it again; here, connections are closed earlier.
const IDLE_MS = 4000;
const PACKED = Object.keys(UNPACK).join(", ");

// Calls `event` for each event of a stream: its name and its data.
function readEvents(text, event) {
  let rest = "";
  text.setEncoding("utf8");
  text.on("data", (part) => {
    rest += part.replaceAll("\r", "");
    for (let end = rest.indexOf("\n\n"); end >= 0; end = rest.indexOf("\n\n")) {
      let name = "message";
      const data = [];
      for (const line of rest.slice(0, end).split("\n")) {
        if (line.startsWith("event:")) name = line.slice(6).trim();
        if (line.startsWith("data:")) data.push(line.slice(5).trimStart());
      }
      rest = rest.slice(end + 2);
      if (data.length > 0) event(name, data.join("\n"));
    }
  });
}

// The answers to the current question: the last node, whose moves are set bits.
function answers({ things, patterns, moves, nodes }) {
  const bits = BigInt(`0x${nodes.at(-1)[0]}`);
  return moves.filter((_move, index) => (bits >> BigInt(index)) & 1n).map(([pattern, ...parts]) => {
    const names = parts.map((part) => things[part][0]);
    return patterns[pattern].replace(/\{\}/g, () => names.shift());
  });
}

// One browser; `person` is undefined for watchers, who have no seat and no cookie.
exports.open = (plan, table, seat, person, hear) => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1, timeout: IDLE_MS });
  const cookie = person ? { Cookie: `kerys=${person.cookie}` } : {};
  const browser = { "Accept-Encoding": PACKED, "Accept-Language": "en", ...cookie };
  const headers = { Accept: "text/event-stream", ...browser };
  const path = `${plan.url}/t/${table}`;
  let streaming = null;
  let greeting = null;
  let version = -1;
  let choices = [];
  let ply = 0;
  let films = 0;
  let forms = null;
  let formsBefore = 0;
  let ended = false;
  const lost = (why) => { if (!ended) hear.lost(why); };

  // A page shows more than two moments as a film, which it requests.
  const watchFilm = (since) => {
    const asked = { headers: { ...browser, "X-Layout": "wide" }, agent };
    http.get(`${path}/film?since=${since}&layout=wide&whole=false`, asked, (answer) => {
      if (answer.statusCode !== 200) lost(`a film is answered with ${answer.statusCode}`);
      answer.on("data", (part) => { films += part.length; });
    }).on("error", (error) => lost(error.message));
  };
  const told = (name, data) => {
    if (name !== "table" && name !== "change") return;
    if (greeting === null) greeting = streaming.bytesRead;
    const said = JSON.parse(data);
    version = said.version;
    if (name === "change" && said.told && said.told.length > 2) watchFilm(ply);
    if (said.ply !== undefined) ply = said.ply;
    if (said.choice !== undefined) choices = said.choice ? answers(said.choice) : [];
    hear.view({
      state: said.state,
      revision: said.revision,
      actors: said.actors || (choices.length > 0 ? [seat] : []),
      mine: choices.length > 0,
      over: said.status === "over",
      choices,
    });
  };
  const asked = http.get(`${path}/stream?layout=wide`, { headers, agent: false }, (answer) => {
    streaming = answer.socket;
    if (answer.statusCode !== 200) {
      lost(`${path}/stream answers ${answer.statusCode}`);
      return;
    }
    const how = answer.headers["content-encoding"];
    const text = how ? answer.pipe(UNPACK[how]()) : answer;
    text.on("error", (error) => lost(error.message));
    readEvents(text, told);
    answer.on("close", () => lost(`${path}/stream has ended`));
  });
  asked.on("error", (error) => lost(error.message));

  const confirm = (form) => {
    const body = new URLSearchParams(form).toString();
    const more = {
      "Content-Type": "application/x-www-form-urlencoded",
      "Content-Length": Buffer.byteLength(body),
      "HX-Request": "true",
      "X-Following": version,
      "X-Layout": "wide",
      Origin: plan.url,
    };
    const how = { method: "POST", headers: { ...browser, ...more }, agent };
    const posted = http.request(`${path}/move`, how, (answer) => {
      answer.on("data", () => {});
      answer.on("end", () => {
        if (answer.statusCode < 400) hear.acknowledged(null);
        else lost(`a move is refused with ${answer.statusCode}`);
      });
    });
    posted.on("socket", (socket) => {
      if (socket === forms) return;
      if (forms !== null) formsBefore += forms.bytesRead;
      forms = socket;
    });
    posted.on("error", (error) => lost(error.message));
    posted.end(body);
  };

  return {
    move: (view, dice) => {
      const move = view.choices[Math.floor(dice() * view.choices.length)];
      confirm({ move, revision: view.revision });
    },
    bytes: () => {
      const events = greeting === null ? 0 : streaming.bytesRead - greeting;
      return films + events + formsBefore + (forms === null ? 0 : forms.bytesRead);
    },
    close: () => {
      ended = true;
      asked.destroy();
      agent.destroy();
    },
  };
};
