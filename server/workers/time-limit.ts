import vm from 'node:vm';

/**
 * `run`, which is ended when it takes longer than `limit` ms: wherever it is, also within a regular expression, and the
 * thread goes on. What it awaits is not limited.
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
