import { lazyWithRetry } from './lazy-with-retry.ts'

const load = {
  contents: () => import('../panels/contents-panel.tsx'),
  thumbnails: () => import('../panels/thumbnails/thumbnails-panel.tsx'),
  search: () => import('../panels/search/search-panel.tsx'),
  notes: () => import('../panels/notes/notes-panel.tsx'),
  attendant: () => import('../panels/notes/notes-controller.tsx'),
}

/*
 * Panels are not needed for the first page, so they load lazily.
 */
export const ContentsPanel = lazyWithRetry(async () => (await load.contents()).ContentsPanel)
export const ThumbnailsPanel = lazyWithRetry(async () => (await load.thumbnails()).ThumbnailsPanel)
export const SearchPanel = lazyWithRetry(async () => (await load.search()).SearchPanel)
export const NotesPanel = lazyWithRetry(async () => (await load.notes()).NotesPanel)
export const NotesController = lazyWithRetry(async () => (await load.attendant()).NotesController)

/** Loads all panels, for reading offline later. */
export const loadAllPanels = () => Promise.all(Object.values(load).map((one) => one()))
