// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/program.h"

int main(int argc, char** argv) {
  return qipu::run_program({argv + (argc > 0 ? 1 : 0), argv + argc});
}
