import { observe } from '#platform/operations.ts'
import type { Storage } from '#platform/storage/storage.ts'

/** Wraps a storage so that metrics and traces measure its operations. */
export function observeStorage(storage: Storage): Storage {
  return {
    ...storage,
    put: (...args) => observe('storage', 'put', () => storage.put(...args)),
    open: (...args) => observe('storage', 'open', () => storage.open(...args)),
    stat: (...args) => observe('storage', 'stat', () => storage.stat(...args)),
    withFile: (...args) => observe('storage', 'lend', () => storage.withFile(...args)),
    delete: (...args) => observe('storage', 'delete', () => storage.delete(...args)),
    list: (...args) => observe('storage', 'list', () => storage.list(...args)),
  }
}
