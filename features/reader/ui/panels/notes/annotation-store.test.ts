import { expect, test } from 'vitest'
import { createAnnotationStore, storageName } from './annotation-store.ts'
import { testAnnotation } from './test-annotation.ts'

/** A device's storage; `isFull` and `isForbidden` make it fail as browsers do. */
function device() {
  const texts = new Map<string, string>()
  const state = { isFull: false, isForbidden: false }
  const keeping = () => {
    if (state.isForbidden) throw new DOMException('denied', 'SecurityError')
    return {
      getItem: (name: string) => texts.get(name) ?? null,
      setItem(name: string, text: string) {
        if (state.isFull) throw new DOMException('full', 'QuotaExceededError')
        texts.set(name, text)
      },
    }
  }
  const open = () => {
    const store = createAnnotationStore('guide', keeping)
    store.refresh()
    return store
  }
  return { texts, state, open }
}

const ids = (store: ReturnType<ReturnType<typeof device>['open']>) => store.getState().annotations.map(({ id }) => id)

test('annotations are restored after a reload', () => {
  const { open } = device()
  const store = open()
  store.add(testAnnotation({ id: 'a' }))
  store.setNote('a', '  Ask Mara ')
  expect(open().getState()).toMatchObject({ annotations: [{ id: 'a', note: 'Ask Mara' }], problem: undefined })
})

test('two tabs keep each other’s annotations', () => {
  const { open } = device()
  const [one, other] = [open(), open()]
  one.add(testAnnotation({ id: 'a' }))
  other.add(testAnnotation({ id: 'b' }))
  one.refresh()
  expect(ids(one)).toEqual(['a', 'b'])
  one.remove('a')
  other.setNote('b', 'kept')
  expect(ids(other)).toEqual(['b'])
})

test('removing can be undone', () => {
  const store = device().open()
  store.add(testAnnotation({ id: 'a', note: 'mine' }))
  const [removed] = store.getState().annotations
  store.remove('a')
  expect(ids(store)).toEqual([])
  store.add(removed!)
  expect(store.getState().annotations).toEqual([removed])
})

test('damaged text is backed up, and its valid part is kept', () => {
  const { texts, open } = device()
  const text = JSON.stringify({ version: 1, annotations: [testAnnotation({ id: 'a' }), { id: 'b' }] })
  texts.set(storageName('guide'), text)
  const store = open()
  expect(store.getState()).toMatchObject({ annotations: [{ id: 'a' }], problem: 'damaged' })
  store.add(testAnnotation({ id: 'c' }))
  expect(texts.get(`${storageName('guide')}.damaged`)).toBe(text)
  expect(ids(open())).toEqual(['a', 'c'])
})

test('a full device is reported, shows everything, and saves it once there is space', () => {
  const { state, open } = device()
  const store = open()
  store.add(testAnnotation({ id: 'a' }))
  state.isFull = true
  store.add(testAnnotation({ id: 'b' }))
  store.add(testAnnotation({ id: 'c' }))
  store.refresh()
  expect(store.getState()).toMatchObject({ problem: 'unsaved' })
  expect(ids(store)).toEqual(['a', 'b', 'c'])
  state.isFull = false
  store.setNote('c', 'now')
  expect(store.getState().problem).toBeUndefined()
  expect(ids(open())).toEqual(['a', 'b', 'c'])
})

test('without storage, annotations last as long as the page', () => {
  const { state, open } = device()
  state.isForbidden = true
  const store = open()
  store.add(testAnnotation({ id: 'a' }))
  expect(store.getState()).toMatchObject({ annotations: [{ id: 'a' }], problem: 'unsaved' })
})

test('data of a newer version is not overwritten', () => {
  const { texts, open } = device()
  const text = JSON.stringify({ version: 9, marks: {} })
  texts.set(storageName('guide'), text)
  const store = open()
  store.add(testAnnotation({ id: 'a' }))
  expect(store.getState()).toMatchObject({ annotations: [{ id: 'a' }], problem: 'newer' })
  expect(texts.get(storageName('guide'))).toBe(text)
})

test('new positions are applied without touching the note or restoring removed annotations', () => {
  const store = device().open()
  store.add(testAnnotation({ id: 'a' }))
  store.add(testAnnotation({ id: 'b' }))
  const old = store.getState().annotations
  store.setNote('a', 'written meanwhile')
  store.remove('b')
  store.replace(old.map((one) => ({ ...one, page: 7, edition: 'f' })))
  expect(store.getState().annotations).toMatchObject([{ id: 'a', page: 7, edition: 'f', note: 'written meanwhile' }])
})
