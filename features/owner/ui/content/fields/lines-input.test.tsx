import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { LinesField } from '#shared/entry-fields.ts'
import { reasonOf } from '#ui/test-button-reason.ts'
import { LinesInput } from './lines-input.tsx'

function draw(count: number, { least, most }: { least: number; most: number }): string {
  const field = {
    kind: 'lines',
    name: 'tags',
    label: 'Tags',
    itemLabel: 'Tag',
    least,
    most,
    longest: 40,
  } as unknown as LinesField
  return renderToStaticMarkup(
    <LinesInput field={field} path="tags" lines={Array.from({ length: count }, (_, at) => `tag ${at}`)} />,
  )
}

test('a full list explains why nothing can be added', () => {
  expect(reasonOf(draw(3, { least: 0, most: 3 }), 'Add tag')).toBe('The maximum is 3. Remove one to add another.')
  expect(reasonOf(draw(2, { least: 0, most: 3 }), 'Add tag')).toBeUndefined()
})

test('a list with the minimum of items explains why none can be removed', () => {
  expect(reasonOf(draw(1, { least: 1, most: 3 }), 'Remove Tag 1')).toBe('At least 1 required.')
  expect(reasonOf(draw(2, { least: 2, most: 2 }), 'Remove Tag 2')).toBe('Exactly 2 are required.')
  expect(reasonOf(draw(2, { least: 1, most: 3 }), 'Remove Tag 1')).toBeUndefined()
})
