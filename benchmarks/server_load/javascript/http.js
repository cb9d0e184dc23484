// Requests with a short response.
"use strict";

const http = require("node:http");

function send(url, method, headers, body, agent) {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers, agent }, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("error", reject);
      answer.on("end", () => resolve({ status: answer.statusCode, body: Buffer.concat(parts) }));
    });
    request.on("error", reject);
    request.end(body);
  });
}

exports.send = send;

exports.postJson = async (url, content, headers = {}) => {
  const body = JSON.stringify(content);
  const said = { "Content-Type": "application/json", ...headers };
  const answer = await send(url, "POST", said, body);
  if (answer.status >= 400) throw new Error(`${url} answers ${answer.status}: ${answer.body}`);
  return JSON.parse(answer.body.toString());
};
