import type { Played } from '../score/performance.ts'

/** 500 ticks a quarter at 120 BPM: one tick is one millisecond, so performed times survive. */
const ticksPerQuarter = 500

/**
 * A one-track Standard MIDI File of played notes.
 *
 * @param program General MIDI program 0–127, or the kit number when `drums`.
 */
export function midiFile(notes: Played[], program: number, drums: boolean): Buffer {
  const channel = drums ? 9 : 0
  const events = [{ tick: 0, order: 0, bytes: [0xc0 | channel, program] }]
  for (const note of notes) {
    const on = Math.round(note.start * 1000)
    const off = Math.max(on + 5, Math.round((note.start + note.seconds) * 1000))
    const key = Math.round(note.pitch)
    events.push({
      tick: on,
      order: 2,
      bytes: [0x90 | channel, key, Math.max(1, Math.min(127, Math.round(note.velocity * 127)))],
    })
    events.push({ tick: off, order: 1, bytes: [0x80 | channel, key, 0] })
  }
  events.sort((a, b) => a.tick - b.tick || a.order - b.order)

  const body: number[] = [0, 0xff, 0x51, 3, 0x07, 0xa1, 0x20]
  let tick = 0
  for (const event of events) {
    body.push(...variableLength(event.tick - tick), ...event.bytes)
    tick = event.tick
  }
  body.push(...variableLength(6000), 0xff, 0x2f, 0)

  const header = Buffer.from([
    0x4d,
    0x54,
    0x68,
    0x64,
    0,
    0,
    0,
    6,
    0,
    0,
    0,
    1,
    ticksPerQuarter >> 8,
    ticksPerQuarter & 255,
  ])
  const chunk = Buffer.alloc(8)
  chunk.write('MTrk', 0, 'latin1')
  chunk.writeUInt32BE(body.length, 4)
  return Buffer.concat([header, chunk, Buffer.from(body)])
}

function variableLength(value: number): number[] {
  const bytes = [value & 127]
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 127) | 128)
  return bytes
}
