import { expect, test } from 'vitest'
import { fieldNames, schemaNames } from '#platform/content-edits/test-fields.ts'
import { platformCategories, platformSchema } from './contract.ts'
import { platformFields } from './editing.ts'

test('the form of a platform names the same fields as its schema', () => {
  expect(fieldNames(platformFields(platformCategories, []))).toEqual(schemaNames(platformSchema, 'id'))
})
