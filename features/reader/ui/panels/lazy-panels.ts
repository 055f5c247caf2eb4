import { lazyPart } from '../lazy-with-retry.ts'

const load = {
  contents: () => import('./contents-panel.tsx'),
  thumbnails: () => import('./thumbnails/thumbnails-panel.tsx'),
  search: () => import('./search/search-panel.tsx'),
  notes: () => import('./notes/notes-panel.tsx'),
  attendant: () => import('./notes/notes-controller.tsx'),
}

/*
 * None of this is needed for the first page, so none of it is waited for.
 */
export const ContentsPanel = lazyPart(async () => (await load.contents()).ContentsPanel)
export const ThumbnailsPanel = lazyPart(async () => (await load.thumbnails()).ThumbnailsPanel)
export const SearchPanel = lazyPart(async () => (await load.search()).SearchPanel)
export const NotesPanel = lazyPart(async () => (await load.notes()).NotesPanel)
export const NotesAttendant = lazyPart(async () => (await load.attendant()).NotesAttendant)

/** Brings all of it here, for a reader that must do without a connection later. */
export const loadAllParts = () => Promise.all(Object.values(load).map((one) => one()))
