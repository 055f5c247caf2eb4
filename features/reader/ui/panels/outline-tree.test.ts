import { expect, test } from 'vitest'
import { branchAt, contentsOf, toTree } from './outline-tree.ts'

const entry = (title: string, page: number, depth = 0) => ({ title, page, depth, isLocked: false })

test('indented entries become a tree', () => {
  const tree = toTree([
    entry('One', 1),
    entry('One A', 2, 1),
    entry('One A i', 3, 2),
    entry('One B', 4, 1),
    entry('Two', 9),
  ])
  expect(tree.map(({ title, children }) => [title, children.map(({ key }) => key)])).toEqual([
    ['One', ['0.0', '0.1']],
    ['Two', []],
  ])
  expect(tree[0]?.children[0]?.children[0]).toMatchObject({ title: 'One A i', key: '0.0.0' })
})

test('an entry indented too far becomes a child of the one above, and an indented first one a root', () => {
  const tree = toTree([entry('Foreword', 1, 3), entry('One', 2, 0), entry('Deep', 3, 4)])
  expect(tree.map(({ title }) => title)).toEqual(['Foreword', 'One'])
  expect(tree[1]?.children[0]?.title).toBe('Deep')
})

test('the branch of a page is the first entry on it, or the last one before', () => {
  const tree = toTree([entry('One', 2), entry('One A', 4, 1), entry('Two', 9), entry('Two A', 9, 1)])
  expect(branchAt(tree, 9)).toEqual(['1'])
  expect(branchAt(tree, 1)).toEqual([])
  expect(branchAt(tree, 3)).toEqual(['0'])
  expect(branchAt(tree, 8)).toEqual(['0', '0.0'])
  expect(branchAt([tree[0]!], 40)).toEqual(['0', '0.0'])
})

test('a preview shows its outline, then the other printed chapters as locked', () => {
  const contents = contentsOf(
    [{ title: '1. The Right Machine', page: 3, depth: 0 }],
    ['The Right Machine', 'Mix and Master'],
    false,
  )
  expect(contents).toEqual([
    { title: '1. The Right Machine', page: 3, depth: 0, isLocked: false },
    { title: 'Mix and Master', depth: 0, isLocked: true },
  ])
})

test('a whole book shows its outline alone, or its printed contents without one', () => {
  expect(contentsOf([{ title: 'One', page: 3, depth: 0 }], ['One', 'Two'], true)).toEqual([entry('One', 3)])
  expect(contentsOf([], ['One'], true)).toEqual([{ title: 'One', depth: 0, isLocked: false }])
})
