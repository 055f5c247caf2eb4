import { expect, test } from 'vitest'
import { fieldNames, schemaNames } from '#platform/content-edits/test-fields.ts'
import { artistEntrySchema } from './contract.ts'
import { artistFields } from './editing.ts'

test('the form of an artist names the same fields as its schema', () => {
  expect(fieldNames(artistFields)).toEqual(schemaNames(artistEntrySchema, 'slug'))
})
