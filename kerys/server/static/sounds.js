// A module, to keep its names private.
// Synthesised sounds, if switched on: a bell (your turn), a riffle (something is revealed) and a
// chord (the game is over). If several tabs show the same table, only one plays them.
const QUIET_MS = 1500;  // how long the other tabs stay silent
const table = document.getElementById("live").dataset.stream;
let audio = null;
let before = state();

// The state of the decision: your turn, game over, or neither.
function state() {
  const decision = the("decision");
  return decision && (decision.matches(".asks") ? bell : decision.matches(".over") ? chord : "");
}

// Browsers allow sound only after you have interacted with the page.
async function sound(play) {
  if (setting("sound") !== "on" || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") await audio.resume();
  const first = async (lock) => {
    if (!lock) return;
    play(audio.currentTime + 0.03);
    await new Promise((done) => setTimeout(done, QUIET_MS));
  };
  if (navigator.locks) navigator.locks.request(`sound ${table} ${play.name}`, { ifAvailable: true }, first);
  else first(true);
}

// A volume curve that starts loud and fades.
function fading(source, at, length, volume) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(volume, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(gain).connect(audio.destination);
}

function note(at, frequency, length, volume) {
  const tone = new OscillatorNode(audio, { frequency });
  fading(tone, at, length, volume);
  tone.start(at);
  tone.stop(at + length);
}

function pluck(at, frequency, length) {
  [[1, 0.16], [2.01, 0.06], [3.9, 0.025]].forEach(([partial, volume], index) =>
    note(at, frequency * partial, length / (index + 1), volume));
}

function bell(at) {
  pluck(at, 587.3, 1.1);
  pluck(at + 0.13, 880, 1.3);
}

function riffle(at) {
  const length = 0.05, noise = audio.createBuffer(1, audio.sampleRate * length, audio.sampleRate);
  const data = noise.getChannelData(0);
  for (let index = 0; index < data.length; index += 1) data[index] = 2 * Math.random() - 1;
  for (let card = 0; card < 9; card += 1) {
    const source = new AudioBufferSourceNode(audio, { buffer: noise });
    const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: 1400 + 170 * card });
    const start = at + 0.036 * card;
    fading(source.connect(filter), start, length, 0.07 + 0.008 * card);
    source.start(start);
  }
}

function chord(at) {
  [392, 493.9, 587.3, 784].forEach((frequency, index) => pluck(at + 0.11 * index, frequency, 1.8));
}

document.addEventListener("kerys:changed", () => {
  const now = state();
  if (now && now !== before) sound(now);
  before = now;
});
document.addEventListener("kerys:revealed", () => { if (!document.hidden) sound(riffle); });
document.addEventListener("change", ({ target }) => {
  if (target.matches("[data-setting=sound]") && target.checked) sound(bell);
});
