import { useEffect, useSyncExternalStore } from 'react'
import { speaker } from './speaker.ts'
import type { SourceControls } from './speaker-driver.ts'

const volumeStep = 0.05
const skipSeconds = 10

/** Elements that handle Space themselves; other keys still control the player after one of them was clicked. */
const ownsSpace = 'button,summary,[role=button]'

/** Elements that handle keys themselves. The main part of a page has the focus at tabindex -1 after navigation. */
const ownsKeys =
  'input,textarea,select,audio,video,dialog,[contenteditable],[role=dialog],[role=slider],[role=tab],[role=option],[tabindex]:not([tabindex="-1"])'

/** Actions by `KeyboardEvent.key`, so that M follows the visitor's keyboard layout. Sources may lack an action. */
const actions: Record<string, (controls: SourceControls) => (() => void) | undefined> = {
  ' ': (controls) => () => controls.toggle(),
  'm': (controls) => () => controls.toggleMute(),
  'ArrowUp': (controls) => () => controls.nudgeVolume(volumeStep),
  'ArrowDown': (controls) => () => controls.nudgeVolume(-volumeStep),
  'ArrowLeft': ({ seekBy }) => seekBy && (() => seekBy(-skipSeconds)),
  'ArrowRight': ({ seekBy }) => seekBy && (() => seekBy(skipSeconds)),
}

/**
 * Registers keyboard shortcuts for the whole page: Space plays and pauses, M mutes, up and down change the volume, left
 * and right seek. They control the current or last source, else the radio. Arrows scroll the page while nothing plays.
 */
export function useShortcuts(): void {
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/**
 * Returns the shortcut setting and its setter; stored on the device.
 *
 * @see https://www.w3.org/TR/WCAG22/#character-key-shortcuts
 */
export function useShortcutSetting(): [boolean, (isOn: boolean) => void] {
  const isOn = useSyncExternalStore(
    (onChange) => {
      settingChanged.add(onChange)
      return () => settingChanged.delete(onChange)
    },
    areOn,
    () => true,
  )
  return [isOn, setOn]
}

const settingName = 'swade.keys'
const settingChanged = new Set<() => void>()
let withoutStorage = true

function areOn(): boolean {
  try {
    return localStorage.getItem(settingName) !== 'off'
  } catch {
    return withoutStorage
  }
}

function setOn(isOn: boolean): void {
  withoutStorage = isOn
  try {
    if (isOn) localStorage.removeItem(settingName)
    else localStorage.setItem(settingName, 'off')
  } catch {
    // Without storage, the setting applies to this page.
  }
  settingChanged.forEach((listener) => listener())
}

function onKey(event: KeyboardEvent): void {
  const { key, target, repeat } = event
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
    return
  const action = actions[key.length === 1 ? key.toLowerCase() : key]
  const isArrow = key.startsWith('Arrow')
  if (!action || (isArrow && !speaker.getView().owner) || !areOn()) return
  const owners = key === ' ' ? `${ownsKeys},${ownsSpace}` : ownsKeys
  if (document.querySelector('dialog[open]') || (target instanceof Element && target.closest(owners))) return
  const controls = speaker.findInCharge('radio')?.controls
  const run = controls && action(controls)
  if (!run) return
  event.preventDefault()
  if (isArrow || !repeat) run()
}
