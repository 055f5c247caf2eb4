import { accessSync, constants, globSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A program that tests run and npm cannot bring. */
export type Need = {
  /** Name for people. */
  name: string
  /** Any of these names will do; the first one found is used. */
  programs: string[]
  /** Paths to look in beside PATH; `*` stands for any version, and the highest wins. */
  folders: string[]
  debianPackage: string
  why: string
  /** Programs without which the tests are only slower. */
  optional?: true
}

/** Everything the tests need besides Node and npm. One entry each; `npm test` finds or installs them. */
export const needs = {
  chromium: {
    name: 'Chromium',
    programs: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    folders: [
      '/usr/bin',
      '/snap/bin',
      '/Applications/Google Chrome.app/Contents/MacOS',
      '/Applications/Chromium.app/Contents/MacOS',
    ],
    debianPackage: 'chromium',
    why: 'the end-to-end tests run in a real browser',
  },
  shell: {
    name: 'Chromium without windows',
    programs: ['chromium-headless-shell', 'chrome-headless-shell'],
    folders: ['/usr/bin', '/usr/local/bin'],
    debianPackage: 'chromium-headless-shell',
    why: 'most end-to-end tests need the page alone, and it opens one in half the time',
    optional: true,
  },
  icecast: {
    name: 'Icecast',
    programs: ['icecast2', 'icecast'],
    folders: ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'],
    debianPackage: 'icecast2',
    why: 'the radio is tested with a real outside station, and measured beside one',
  },
  ffmpeg: {
    name: 'FFmpeg',
    programs: ['ffmpeg'],
    folders: ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'],
    debianPackage: 'ffmpeg',
    why: 'it hears what listeners of the radio get, and is the source of the outside station',
  },
  mpv: {
    name: 'mpv',
    programs: ['mpv'],
    folders: ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'],
    debianPackage: 'mpv',
    why: 'a player that is no browser listens to the radio',
  },
  curl: {
    name: 'curl',
    programs: ['curl'],
    folders: ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'],
    debianPackage: 'curl',
    why: 'it asks the radio for its titles as hardware players do',
  },
} satisfies Record<string, Need>

/** Returns the path of a needed program, or undefined. */
export function findNeed({ programs, folders }: Pick<Need, 'programs' | 'folders'>): string | undefined {
  const places = [
    ...folders.flatMap((folder) => globSync(folder).toSorted(byVersionDescending)),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return programs.flatMap((program) => places.map((place) => join(place, program))).find(isProgram)
}

function byVersionDescending(left: string, right: string): number {
  return right.localeCompare(left, 'en', { numeric: true })
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/**
 * Chromium without its windows where that can be had, which opens a page in half the time.
 * @see
 * docs/decisions/026-stories-without-windows.md
 */
export function findPlainChromium(): string | undefined {
  return findNeed(needs.shell) ?? findNeed(needs.chromium)
}
