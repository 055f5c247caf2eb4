import { expect, test } from 'vitest'
import { fieldNames, schemaNames } from '#platform/content-edits/test-fields.ts'
import { tokenSchema } from './contract.ts'
import { tokenFields } from './editing.ts'

test('the form of a token names the same fields as its schema', () => {
  expect(fieldNames(tokenFields)).toEqual(schemaNames(tokenSchema, 'symbol'))
})
