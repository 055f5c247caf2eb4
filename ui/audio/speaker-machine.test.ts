import { expect, test } from 'vitest'
import { isElsewhere, silentSpeaker, step, type Source, type SpeakerEvent, type TabMessage } from './speaker-machine.ts'

const radio: Source = { key: 1, id: 'radio', kind: 'radio', returns: true }
const song: Source = { key: 2, id: 'song', kind: 'track', returns: false }

/** A tab whose messages the test delivers. */
function createTab(name: string) {
  let state = silentSpeaker(name)
  const sent: TabMessage[] = []
  return {
    sent,
    getState: () => state,
    happen(event: SpeakerEvent): void {
      const turn = step(state, event)
      state = turn.state
      for (const effect of turn.effects) if (effect.type === 'send') sent.push(effect.message)
    },
    /** Delivers everything the other tab has sent so far. */
    receiveFrom(other: { sent: TabMessage[] }): void {
      for (const message of other.sent.splice(0)) this.happen({ type: 'heard', message })
    },
  }
}

test('quiet in one tab stops playing and waiting sources in all tabs, but not later ones', () => {
  const [here, there] = [createTab('a'), createTab('b')]
  there.happen({ type: 'play', source: radio, now: 1000 })
  here.receiveFrom(there)
  here.happen({ type: 'play', source: song, now: 2000 })
  there.receiveFrom(here)
  expect(there.getState().waiting).toMatchObject([radio])

  here.happen({ type: 'quiet', now: 3000 })
  expect(here.getState().owner).toBeUndefined()
  there.receiveFrom(here)
  expect(there.getState()).toMatchObject({ owner: undefined, waiting: [], gap: false, claim: 0 })

  there.happen({ type: 'play', source: radio, now: 3001 })
  expect(there.getState().owner).toMatchObject(radio)
})

test('a late quiet message does not stop a source started after it', () => {
  const [here, there] = [createTab('a'), createTab('b')]
  here.happen({ type: 'quiet', now: 2000 })
  there.happen({ type: 'play', source: radio, now: 2001 })
  there.receiveFrom(here)
  expect(there.getState().owner).toMatchObject(radio)
})

test('a stop ends an earlier play of another tab, although neither tab knew of the other', () => {
  const [here, there] = [createTab('a'), createTab('b')]
  here.happen({ type: 'play', source: radio, now: 1000 })
  there.happen({ type: 'play', source: { ...radio, key: 7 }, now: 1000 })
  here.happen({ type: 'pause', source: radio, now: 1001 })
  there.receiveFrom(here)
  expect(there.getState().owner).toBeUndefined()
})

test('a pause with nothing playing or waiting sends no message to other tabs', () => {
  const tab = createTab('a')
  tab.happen({ type: 'pause', source: radio, now: 1000 })
  expect(tab.sent).toEqual([])
})

test('the order of plays and stops survives a clock that is set back', () => {
  const [here, there] = [createTab('a'), createTab('b')]
  there.happen({ type: 'play', source: radio, now: 5000 })
  here.receiveFrom(there)
  here.happen({ type: 'play', source: song, now: 1000 })
  there.receiveFrom(here)
  expect([isElsewhere(here.getState()), isElsewhere(there.getState())]).toEqual([false, true])
  there.happen({ type: 'play', source: radio, now: 1001 })
  here.receiveFrom(there)
  here.happen({ type: 'quiet', now: 1002 })
  there.receiveFrom(here)
  expect(there.getState().owner).toBeUndefined()
})

test.each([
  { order: 'the message before the lock', first: 'word' },
  { order: 'the lock before the message', first: 'lock' },
])('a tab that releases the audio after its own pause returns it at once: $order', ({ first }) => {
  const [here, there] = [createTab('a'), createTab('b')]
  here.happen({ type: 'play', source: radio, now: 1000 })
  there.happen({ type: 'play', source: song, now: 2000 })
  here.receiveFrom(there)
  expect(here.getState()).toMatchObject({ owner: undefined, waiting: [radio] })
  there.happen({ type: 'ended', source: song })
  there.happen({ type: 'timer', generation: there.getState().generation })
  if (first === 'lock') here.happen({ type: 'gone', tab: 'b' })
  here.receiveFrom(there)
  expect(here.getState()).toMatchObject({ owner: radio, gap: false })
})

test('a closing tab leaves the gap to the tab that takes over, however its end is detected', () => {
  for (const isMissed of [false, true]) {
    const [here, there] = [createTab('a'), createTab('b')]
    here.happen({ type: 'play', source: radio, now: 1000 })
    there.happen({ type: 'play', source: song, now: 2000 })
    here.receiveFrom(there)
    there.happen({ type: 'leave' })
    if (isMissed) here.happen({ type: 'gone', tab: 'b' })
    here.receiveFrom(there)
    expect(here.getState(), isMissed ? 'by its lock' : 'by its message').toMatchObject({ owner: undefined, gap: true })
  }
})
