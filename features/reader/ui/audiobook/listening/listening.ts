import { createStore } from 'zustand'
import { audioSource } from '#shared/audio-address.ts'
import { narrationPath } from '#shared/narration-address.ts'
import { describeSound } from '#ui/audio/media-session.ts'
import { createPlayer, type PlayerRecording, type PlayerView } from '#ui/audio/player.ts'
import type { Book } from '#features/books/contract.ts'
import { type AudioBookmark, savedBookmarks, savedPosition, savedRate } from './saved-state.ts'
import { createPositionTracker } from './position-tracker.ts'
import { createSleep } from './sleep-control.ts'
import type { SleepSetting } from './sleep-timer.ts'

/** The fields of a book needed for listening. */
export type ListenableBook = Pick<Book, 'id' | 'title' | 'author' | 'coverImage' | 'audioChapters'>

/** State of the listener. `chapter` and `readyChapter` are indexes into the book's chapters. */
export type ListeningView = {
  chapter: number
  player: PlayerView
  /** Undefined if no sleep timer is set. */
  sleep: { setting: SleepSetting; leftSeconds: number } | undefined
  /** The chapter whose autoplay the browser blocked. */
  readyChapter: number | undefined
  /** True if the next chapter is about to start. */
  isAdvancing: boolean
  /** Increases when a chapter follows another automatically. */
  autoAdvances: number
  bookmarks: readonly AudioBookmark[]
  /** Mode of following the narration; `suspended` after the reader has scrolled away. */
  follow: Follow
}

export type Follow = 'off' | 'on' | 'suspended'

export type Listening = ReturnType<typeof createListening>

const nextChapterMs = 1000

/** A position this close to the end counts as the end. */
const endSeconds = 2

/**
 * Playback of a book's recordings, outside React: in sequence, with position, speed, sleep timer and bookmarks stored
 * on the device.
 *
 * @param artwork Address of the image for the system's media controls.
 */
export function createListening(book: ListenableBook, artwork: string) {
  const chapters = book.audioChapters
  const id = `chapter:${book.id}`
  const recorded = chapters.flatMap(({ file }, index) => (file ? [index] : []))
  const tracker = createPositionTracker(savedPosition(book.id))
  const [bookmarkStorage, rateStorage] = [savedBookmarks(book.id), savedRate()]
  let chapter = recorded[0] ?? 0
  let session = 0
  let advanceTimer: ReturnType<typeof setTimeout> | undefined
  let attached = 0
  let detachSpeaker: (() => void) | undefined

  const recordingOf = (index: number): PlayerRecording => {
    const { title, file, durationSeconds = 0 } = chapters[index]!
    return { title, src: audioSource(narrationPath(book.id, file)), durationSeconds }
  }
  const neighbour = (by: 1 | -1) => recorded[recorded.indexOf(chapter) + by]

  const player = createPlayer({
    id,
    kind: 'chapter',
    ...recordingOf(chapter),
    onStart: () => (session = tracker.start(chapters[chapter]!.file, player.getView().positionSeconds)),
    onEnded,
    onBlocked: () => update({ readyChapter: chapter }),
    next: () => step(1),
    previous: () => step(-1),
    announce({ durationSeconds, positionSeconds, rate }, { title }) {
      describeSound(
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
    isAdvancing: false,
    autoAdvances: 0,
    bookmarks: [],
    follow: 'off',
  }))

  player.subscribe(() => {
    const now = player.getView()
    const isOn = now.state === 'playing' || now.state === 'loading'
    if (now.state === 'playing') tracker.update(session, now.positionSeconds)
    // Pausing or playing something else cancels the next chapter.
    if (!isOn) cancelAdvance()
    sleep.run(now.state === 'playing')
    update({ player: now, ...(isOn ? { readyChapter: undefined } : {}) })
  })

  function cancelAdvance(): void {
    clearTimeout(advanceTimer)
    advanceTimer = undefined
    if (getState().isAdvancing) update({ isAdvancing: false })
  }

  function onEnded(): boolean {
    if (sleep.endsWithChapter()) {
      sleep.stopPlayback()
      return false
    }
    const next = neighbour(1)
    if (next === undefined) return false
    advanceTimer = setTimeout(() => {
      advanceTimer = undefined
      update({ isAdvancing: false, autoAdvances: getState().autoAdvances + 1 })
      open(next, 0)
      player.play()
    }, nextChapterMs)
    update({ isAdvancing: true })
    return true
  }

  /** Loads a chapter into the player at a position. */
  function open(index: number, seconds: number): void {
    if (index === chapter && !getState().isAdvancing) return player.seekTo(seconds)
    cancelAdvance()
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

  /** Restores the saved position without playing. */
  function restore(): void {
    player.setRate(rateStorage.load() ?? 1)
    update({ bookmarks: bookmarkStorage.load() ?? [] })
    const saved = tracker.find()
    const index = saved ? chapters.findIndex(({ file }) => file === saved.file) : -1
    if (!saved || index < 0) return
    const isOver = saved.seconds >= (chapters[index]!.durationSeconds ?? Infinity) - endSeconds
    if (!isOver) return open(index, saved.seconds)
    // After the end of the book, playback starts over.
    const next = recorded[recorded.indexOf(index) + 1] ?? recorded[0]!
    open(next, 0)
  }

  const updateBookmarks = (change: (bookmarks: AudioBookmark[]) => AudioBookmark[]) => {
    // Another tab may have changed them.
    const bookmarks = change(bookmarkStorage.load() ?? [])
    bookmarkStorage.save(bookmarks)
    update({ bookmarks })
  }

  return {
    book,
    chapters,
    getState,
    getInitialState,
    subscribe,
    /**
     * Attaches the player while the page shows it.
     *
     * @returns A function that detaches it; playback stops with the last one.
     */
    attach() {
      attached += 1
      if (attached === 1) {
        detachSpeaker = player.attach()
        restore()
      }
      return () => {
        attached -= 1
        if (attached > 0) return
        sleep.cancel()
        detachSpeaker?.()
      }
    },
    /** Controls of the current chapter. */
    player,
    play,
    setRate(rate: number) {
      player.setRate(rate)
      rateStorage.save(player.getView().rate)
    },
    /** Sets following; `off` without pages. */
    setFollow(follow: Follow) {
      if (getState().follow !== follow) update({ follow })
    },
    setSleep: (setting: SleepSetting) => sleep.set(setting, player.getView().state === 'playing'),
    cancelSleep: sleep.cancel,
    /** @returns The bookmark, and whether it existed already. */
    addBookmark() {
      const { file } = chapters[chapter]!
      const seconds = Math.floor(player.getView().positionSeconds)
      const bookmark: AudioBookmark = { id: `${file}-${seconds}`, file, seconds }
      let isDuplicate = false
      updateBookmarks((all) => {
        isDuplicate = all.some(({ id: known }) => known === bookmark.id)
        return isDuplicate ? all : [...all, bookmark]
      })
      return { bookmark, isDuplicate }
    },
    removeBookmark: (bookmarkId: string) => updateBookmarks((all) => all.filter((one) => one.id !== bookmarkId)),
  }
}
