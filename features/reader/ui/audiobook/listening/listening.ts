import { createStore } from 'zustand'
import { audioSource } from '#shared/audio-address.ts'
import { figureAddress } from '#shared/chladni-address.ts'
import { narrationPath } from '#shared/narration-address.ts'
import { describeNowHeard } from '#ui/audio/media-session.ts'
import { createPlayer, type PlayerRecording, type PlayerView } from '#ui/audio/player.ts'
import type { Book } from '#features/books/contract.ts'
import { type AudioBookmark, keptBookmarks, keptPlace, keptRate } from './saved-state.ts'
import { createPlaceKeeper } from './position-tracker.ts'
import { createSleep } from './sleep-control.ts'
import type { SleepWish } from './sleep-timer.ts'

/** What is needed of a book to hear it. */
export type HeardBook = Pick<Book, 'id' | 'title' | 'author' | 'coverImage' | 'audioChapters'>

/** What a listener sees. `chapter` and `readyChapter` are indexes into the book's chapters. */
export type ListeningView = {
  chapter: number
  player: PlayerView
  /** Undefined while no sleep timer is set. */
  sleep: { wish: SleepWish; leftSeconds: number } | undefined
  /** The browser let this one begin only by the listener's own hand. */
  readyChapter: number | undefined
  /** Between two chapters: the next one is about to begin. */
  isGoingOn: boolean
  /** Rises when a chapter follows another by itself. */
  followings: number
  bookmarks: readonly AudioBookmark[]
  /** Whether the pages follow the voice; `suspended` while the reader looks elsewhere. */
  follow: Follow
}

export type Follow = 'off' | 'on' | 'suspended'

export type Listening = ReturnType<typeof createListening>

const nextChapterMs = 1000

/** A place this near to the end of a recording is its end. */
const endSeconds = 2

/**
 * The recordings of one book, outside React: they are heard in a row, with place, speed, sleep timer and bookmarks kept
 * on the device.
 */
export function createListening(book: HeardBook) {
  const chapters = book.audioChapters
  const id = `chapter:${book.id}`
  const recorded = chapters.flatMap(({ file }, index) => (file ? [index] : []))
  const keeper = createPlaceKeeper(keptPlace(book.id))
  const [bookmarkMemory, rateMemory] = [keptBookmarks(book.id), keptRate()]
  let chapter = recorded[0] ?? 0
  let turn = 0
  let goingOn: ReturnType<typeof setTimeout> | undefined
  let attached = 0
  let leaveSpeaker: (() => void) | undefined

  const recordingOf = (index: number): PlayerRecording => {
    const { title, file, durationSeconds = 0 } = chapters[index]!
    return { title, src: audioSource(narrationPath(book.id, file)), durationSeconds }
  }
  const neighbour = (by: 1 | -1) => recorded[recorded.indexOf(chapter) + by]

  const player = createPlayer({
    id,
    kind: 'chapter',
    ...recordingOf(chapter),
    onStart: () => (turn = keeper.begin(chapters[chapter]!.file, player.getView().positionSeconds)),
    onEnded,
    onBlocked: () => update({ readyChapter: chapter }),
    next: () => step(1),
    previous: () => step(-1),
    announce({ durationSeconds, positionSeconds, rate }, { title }) {
      const artwork = book.coverImage || figureAddress({ slug: book.id, variant: 'square', width: 640 })
      describeNowHeard(
        id,
        { title, artist: book.author, album: book.title, artwork },
        { durationSeconds, positionSeconds, rate },
      )
    },
  })
  const sleep = createSleep({
    setFade: player.setFade,
    chapterLeftMs() {
      const { durationSeconds, positionSeconds, rate } = player.getView()
      return ((durationSeconds - positionSeconds) / rate) * 1000
    },
    onChange: () => update({ sleep: sleep.getView() }),
  })

  const {
    getState,
    getInitialState,
    setState: update,
    subscribe,
  } = createStore<ListeningView>(() => ({
    chapter,
    player: player.getView(),
    sleep: undefined,
    readyChapter: undefined,
    isGoingOn: false,
    followings: 0,
    bookmarks: [],
    follow: 'off',
  }))

  player.subscribe(() => {
    const now = player.getView()
    const isOn = now.state === 'playing' || now.state === 'loading'
    if (now.state === 'playing') keeper.heard(turn, now.positionSeconds)
    // Paused, or something else was played, before the next chapter began: then it does not begin.
    if (!isOn) stay()
    sleep.run(now.state === 'playing')
    update({ player: now, ...(isOn ? { readyChapter: undefined } : {}) })
  })

  function stay(): void {
    clearTimeout(goingOn)
    goingOn = undefined
    if (getState().isGoingOn) update({ isGoingOn: false })
  }

  function onEnded(): boolean {
    if (sleep.endsWithChapter()) {
      sleep.fallAsleep()
      return false
    }
    const next = neighbour(1)
    if (next === undefined) return false
    goingOn = setTimeout(() => {
      goingOn = undefined
      update({ isGoingOn: false, followings: getState().followings + 1 })
      open(next, 0)
      player.play()
    }, nextChapterMs)
    update({ isGoingOn: true })
    return true
  }

  /** Puts a chapter into the player, at a place of its own. */
  function open(index: number, seconds: number): void {
    if (index === chapter && !getState().isGoingOn) return player.seekTo(seconds)
    stay()
    chapter = index
    update({ chapter, readyChapter: undefined })
    player.change(recordingOf(index), seconds)
  }

  function play(index: number, seconds: number): void {
    open(index, seconds)
    player.play()
  }

  function step(by: 1 | -1): void {
    const index = neighbour(by)
    if (index !== undefined) play(index, 0)
  }

  /** Goes to where this device left off, without a sound. */
  function restore(): void {
    player.setRate(rateMemory.load() ?? 1)
    update({ bookmarks: bookmarkMemory.load() ?? [] })
    const place = keeper.find()
    const index = place ? chapters.findIndex(({ file }) => file === place.file) : -1
    if (!place || index < 0) return
    const isOver = place.seconds >= (chapters[index]!.durationSeconds ?? Infinity) - endSeconds
    if (!isOver) return open(index, place.seconds)
    // The book is over: it begins anew.
    const next = recorded[recorded.indexOf(index) + 1] ?? recorded[0]!
    open(next, 0)
  }

  const keepBookmarks = (change: (bookmarks: AudioBookmark[]) => AudioBookmark[]) => {
    // Another tab may have set some meanwhile.
    const bookmarks = change(bookmarkMemory.load() ?? [])
    bookmarkMemory.save(bookmarks)
    update({ bookmarks })
  }

  return {
    book,
    chapters,
    getState,
    getInitialState,
    subscribe,
    /**
     * Joins the speaker for as long as anything on the page shows it.
     *
     * @returns Leaves it; with the last one it falls
     * silent.
     */
    attach() {
      attached += 1
      if (attached === 1) {
        leaveSpeaker = player.attach()
        restore()
      }
      return () => {
        attached -= 1
        if (attached > 0) return
        sleep.cancel()
        leaveSpeaker?.()
      }
    },
    /** The buttons of the chapter that is in the player. */
    player,
    play,
    setRate(rate: number) {
      player.setRate(rate)
      rateMemory.save(player.getView().rate)
    },
    /** `off` when there are no pages to follow with. */
    setFollow(follow: Follow) {
      if (getState().follow !== follow) update({ follow })
    },
    setSleep: (wish: SleepWish) => sleep.set(wish, player.getView().state === 'playing'),
    cancelSleep: sleep.cancel,
    /** @returns The mark of this moment, and whether it was there already. */
    addBookmark() {
      const { file } = chapters[chapter]!
      const seconds = Math.floor(player.getView().positionSeconds)
      const bookmark: AudioBookmark = { id: `${file}-${seconds}`, file, seconds }
      let wasThere = false
      keepBookmarks((all) => {
        wasThere = all.some(({ id: known }) => known === bookmark.id)
        return wasThere ? all : [...all, bookmark]
      })
      return { bookmark, wasThere }
    },
    removeBookmark: (bookmarkId: string) => keepBookmarks((all) => all.filter((one) => one.id !== bookmarkId)),
  }
}
