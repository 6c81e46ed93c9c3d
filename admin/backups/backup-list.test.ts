import { expect, test } from 'vitest'
import { restoreCommand } from './backup-list.tsx'

test.each([
  ['/mnt/backups', 'npm run shop -- backup restore /mnt/backups/shop-2026-11-22.tar'],
  ['/mnt/backups/', 'npm run shop -- backup restore /mnt/backups/shop-2026-11-22.tar'],
  ['/mnt/our shop', "npm run shop -- backup restore '/mnt/our shop/shop-2026-11-22.tar'"],
  ["/mnt/ada's", "npm run shop -- backup restore '/mnt/ada'\\''s/shop-2026-11-22.tar'"],
])('the command for a backup in %s can be pasted into a shell', (folder, command) => {
  expect(restoreCommand(folder, 'shop-2026-11-22.tar')).toBe(command)
})
