/** Sound: a few synthesised notes for what a move did. Nothing is loaded or recorded. */

/** @import {Game} from "../types.js" */

const LOUDNESS = 0.08;
/** @type {AudioContext | null} */
let context = null;

/** Let a move be heard. @param {Game} game  @param {Game | null} before */
export function play(game, before) {
    if (game.token !== before?.token || game.moves < before.moves) return;
    if (game.status !== before.status) return game.status === "won" ? won() : lost();
    if (game.opened > before.opened) return opened(game.opened - before.opened);
    if (game.mines_left !== before.mines_left) flag(game.mines_left < before.mines_left);
}

/** @param {boolean} isSet */
const flag = (isSet) => note(isSet ? 660 : 440, 0, 0.07, "triangle");

/** The more cells, the higher it climbs. @param {number} cells */
function opened(cells) {
    const steps = Math.min(1 + Math.floor(Math.log2(cells)), 6);
    for (let i = 0; i < steps; i++) note(520 * 2 ** (i / 6), 0.04 * i, 0.06, "sine");
}

function won() {
    [523, 659, 784, 1047].forEach((pitch, i) => note(pitch, 0.11 * i, 0.3, "triangle"));
}

function lost() {
    [220, 165, 110].forEach((pitch, i) => note(pitch, 0.09 * i, 0.25, "sawtooth"));
}

/**
 * @param {number} pitch  in hertz
 * @param {number} delay  in seconds
 * @param {number} length  in seconds
 * @param {OscillatorType} type
 */
function note(pitch, delay, length, type) {
    context ??= new AudioContext();
    const start = context.currentTime + delay;
    const oscillator = new OscillatorNode(context, { frequency: pitch, type });
    const gain = new GainNode(context, { gain: LOUDNESS });
    gain.gain.setValueAtTime(LOUDNESS, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + length);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(start);
    oscillator.stop(start + length);
}
