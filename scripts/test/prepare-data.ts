/* Prepares the data folder for system and end-to-end tests. */
import { prepareDataFolder } from '../../tests/support/prepared-folder.ts'

await prepareDataFolder()
