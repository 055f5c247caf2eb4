import { expect, test } from 'vitest'
import { endsAtMs } from './plan.ts'
import { insertPlay, shareListeners, acquireLease } from './queries.ts'
import { createStationAdmin } from './station-admin.ts'
import { createStationDatabase } from './test-station-database.ts'

const database = createStationDatabase()

const leader = '00000000-0000-4000-8000-000000000001'
const other = '00000000-0000-4000-8000-000000000002'
const radio = { listenUrl: () => '', nowPlaying: () => ({}) as never, subscribe: () => () => {}, problems: () => [] }

test('the admin shows the plan, the processes with their listener counts, and the leader', async () => {
  const db = database.db()
  await acquireLease(db, leader, 60)
  const play = {
    position: 1,
    recordingId: 'track:a',
    title: 'One',
    artist: 'A',
    startsAtMs: 5000,
    frameCount: 100,
    sampleRate: 44_100,
  }
  await insertPlay(db, leader, play)
  await shareListeners(db, leader, 3)
  await shareListeners(db, other, 7)
  const overview = await createStationAdmin({ db, radio, process: other, external: () => undefined }).read()
  expect(overview.shared).toEqual({
    plays: [{ position: 1, title: 'One', artist: 'A', startsAtMs: 5000, endsAtMs: endsAtMs(play) }],
    processes: [
      { id: leader, listeners: 3, isLeader: true, isThis: false },
      { id: other, listeners: 7, isLeader: false, isThis: true },
    ],
  })
})

test('without the database the admin still shows the current song and the skipped recordings', async () => {
  const db = {
    select: () => {
      throw new Error('gone')
    },
    execute: () => Promise.reject(new Error('gone')),
  } as never
  const overview = await createStationAdmin({ db, radio, process: other, external: () => undefined }).read()
  expect(overview).toMatchObject({ shared: undefined, problems: [] })
})
