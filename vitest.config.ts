import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // A forgotten `.only` would hide every other test.
    allowOnly: false,
    // Tests wait for what they need; a busy machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'rules', include: ['tests/*.test.ts', 'tests/harness/*.test.ts'] } },
      { extends: true, test: { name: 'contract', include: ['contract/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'backend',
          include: ['backend/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: ['tests/harness/postgres.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'faults', include: ['tests/faults/*.test.ts'], globalSetup: ['tests/harness/postgres.ts'] },
      },
      {
        extends: true,
        test: { name: 'fuzz', include: ['tests/fuzz/*.test.ts'], globalSetup: ['tests/harness/postgres.ts'] },
      },
      { extends: true, test: { name: 'storefront', include: ['storefront/**/*.test.{ts,tsx}'] } },
    ],
  },
})
