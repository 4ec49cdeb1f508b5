import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { chromium } from 'playwright-core';

/** What finding a browser asks of the machine; tests put their own answers here. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly isRoot: boolean;
  isExecutable(path: string): boolean;
  /** True when the program starts: some systems have a placeholder that only says how to install it. */
  runs(path: string): boolean;
  /** Runs a program to its end; rejects when it fails. */
  run(command: string, args: readonly string[]): Promise<void>;
  /** Where Playwright keeps the browser it downloads. */
  downloadedPath(): string;
  download(): Promise<void>;
  say(line: string): void;
}

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const PLACES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['/usr/lib/chromium/chromium', '/opt/google/chrome/chrome', '/snap/bin/chromium'],
  darwin: ['Chromium', 'Google Chrome', 'Google Chrome for Testing'].flatMap((name) => [
    `/Applications/${name}.app/Contents/MacOS/${name}`,
    join(process.env.HOME ?? '/', `Applications/${name}.app/Contents/MacOS/${name}`),
  ]),
  win32: [process.env.ProgramFiles, process.env['ProgramFiles(x86)'], process.env.LOCALAPPDATA].flatMap(
    (folder) => (folder ? [join(folder, 'Google/Chrome/Application/chrome.exe')] : []),
  ),
};

const HOW_TO_INSTALL =
  'No Chromium was found and none could be installed: install Chromium or Google Chrome, or set CHROMIUM_PATH to one.';

/** Every place where this machine may have a browser, the likeliest first. */
function candidates({ env, platform }: Machine): string[] {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  return [
    ...COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command))),
    ...(PLACES[platform] ?? []),
  ];
}

function installedBrowser(machine: Machine): string | undefined {
  return [...candidates(machine), machine.downloadedPath()].find(
    (path) => machine.isExecutable(path) && machine.runs(path),
  );
}

/** The ways to get a browser onto this machine, each with what is said before it is tried. */
function installers(machine: Machine): { line: string; install: () => Promise<void> }[] {
  const aptGet = (machine.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'apt-get'))
    .find((path) => machine.isExecutable(path));
  const playwright = {
    line: "No Chromium found. Downloading Playwright's ...",
    install: () => machine.download(),
  };
  if (!aptGet || !machine.isRoot) return [playwright];
  const debian = async (): Promise<void> => {
    await machine.run(aptGet, ['update']);
    await machine.run(aptGet, ['install', '-y', '--no-install-recommends', 'chromium']);
  };
  return [{ line: 'No Chromium found. Installing the package chromium ...', install: debian }, playwright];
}

/**
 * The path of a Chromium or Chrome: the one in CHROMIUM_PATH, else an installed one, else one that it installs.
 * @throws one line that says how to install one, when there is none and none can be had
 */
export async function findBrowser(machine: Machine = thisMachine()): Promise<string> {
  const chosen = machine.env.CHROMIUM_PATH;
  if (chosen) {
    if (machine.isExecutable(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH is ${chosen}, which is not a program that can be run.`);
  }
  const installed = installedBrowser(machine);
  if (installed) return installed;
  for (const { line, install } of installers(machine)) {
    machine.say(line);
    try {
      await install();
    } catch (error) {
      machine.say(`That failed: ${error instanceof Error ? error.message : String(error)}`);
      continue;
    }
    const found = installedBrowser(machine);
    if (found) return found;
    machine.say('That brought no Chromium which starts.');
  }
  throw new Error(HOW_TO_INSTALL);
}

/** The machine this runs on. */
function thisMachine(): Machine {
  return {
    env: process.env,
    platform: process.platform,
    isRoot: process.getuid?.() === 0,
    isExecutable,
    // Chrome on Windows opens a window when it is asked for its version.
    runs: (path) =>
      process.platform === 'win32' || spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0,
    run,
    downloadedPath: () => chromium.executablePath(),
    download: () => run(process.execPath, [playwrightCli(), 'install', 'chromium']),
    say: (line) => process.stderr.write(`${line}\n`),
  };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Runs a program; what it prints goes to stderr, because stdout carries the path in the end. */
function run(command: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 2, 2] });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`${command} ${args[0] ?? ''} ended with ${signal ?? code}`));
    });
  });
}

/** Playwright's command line program, which is not among the paths its package exports. */
function playwrightCli(): string {
  return join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js');
}
