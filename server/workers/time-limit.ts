import vm from 'node:vm';

/**
 * Wraps `run`, aborting it after `limit` ms, even within a regular expression; the thread survives. Asynchronous work
 * is not limited.
 * @throws what `run` throws; ERR_SCRIPT_EXECUTION_TIMEOUT (`code`) beyond the limit
 */
export function timeLimited<Given, Made>(run: (given: Given) => Made, limit: number): (given: Given) => Made {
  const context = vm.createContext({ run });
  const script = new vm.Script('run(given)');
  return (given) => {
    context.given = given;
    try {
      return script.runInContext(context, { timeout: limit });
    } finally {
      context.given = undefined;
    }
  };
}
